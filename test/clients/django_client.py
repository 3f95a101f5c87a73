# Django: a field, its migration, and the default of the database
# SPDX-License-Identifier: PostgreSQL
import os

import django
from django.conf import settings

from checks import A, B, MALFORMED, TIME, check, done, refused, skip
from recipes import register_objectid_of

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"]}},
    INSTALLED_APPS=["django.contrib.postgres"], USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField")
django.setup()
try:  # Django 4.2 and later take psycopg 3 if it is there
    from django.db.backends.postgresql.psycopg_any import is_psycopg3
except ImportError:
    is_psycopg3 = False
register_objectid = register_objectid_of("psycopg3" if is_psycopg3 else "psycopg2")

# recipe: field
from bson import ObjectId
from bson.errors import InvalidId
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.backends.signals import connection_created


class ObjectIdField(models.Field):
    description = "MongoDB's ObjectId"
    db_returning = True  # INSERT ... RETURNING gives what the database made

    def db_type(self, connection):
        return "objectid"

    def to_python(self, value):
        try:
            return None if value is None else ObjectId(value)
        except (InvalidId, TypeError) as error:
            raise ValidationError(str(error)) from error

    def from_db_value(self, value, expression, connection):
        return self.to_python(value)

    def get_prep_value(self, value):
        return self.to_python(super().get_prep_value(value))


class GenObjectId(models.Func):
    function = "gen_objectid"
    template = "%(function)s()"
    output_field = ObjectIdField()


class AtOrAfter(models.Lookup):  # filter(id__since=some_datetime)
    lookup_name = "since"
    prepare_rhs = False

    def get_db_prep_lookup(self, value, connection):
        return "%s", [value]

    def as_sql(self, compiler, connection):
        left, left_parameters = self.process_lhs(compiler, connection)
        return f"{left} >= %s::timestamptz", [*left_parameters, self.rhs]


ObjectIdField.register_lookup(AtOrAfter)


def connected(connection, **kwargs):
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regtype('objectid')")
        if cursor.fetchone()[0]:
            register_objectid(connection.connection)  # of the recipe for psycopg 3 or psycopg2, whichever is there


connection_created.connect(connected)
# recipe: end

from django.contrib.postgres.fields import ArrayField  # noqa: E402

# recipe: model
# Django 5 has db_default; before, an expression as the default does the same for what Django itself inserts.
by_database = {"db_default": GenObjectId()} if django.VERSION >= (5, 0) else {"default": GenObjectId}


class Order(models.Model):
    id = ObjectIdField(primary_key=True, editable=False, **by_database)
    customer = ObjectIdField(null=True, db_index=True)
    items = ArrayField(ObjectIdField(), default=list)
# recipe: end

    class Meta:
        app_label = "shop"


# recipe: migration
from django.contrib.postgres.operations import CreateExtension
from django.db import migrations

operations = [
    CreateExtension("objectid"),
    migrations.CreateModel("Order", [
        ("id", ObjectIdField(primary_key=True, editable=False, **by_database)),
        ("customer", ObjectIdField(null=True, db_index=True)),
        ("items", ArrayField(ObjectIdField(), default=list)),
    ]),
    # before Django 5, for everybody who does not insert by Django
    migrations.RunSQL("ALTER TABLE shop_order ALTER COLUMN id SET DEFAULT gen_objectid()"),
]
# recipe: end

print(f"# Django {django.get_version()} on psycopg {3 if is_psycopg3 else 2}")
with connection.cursor() as cursor:
    cursor.execute("DROP EXTENSION IF EXISTS objectid")
from django.db.migrations.state import ProjectState  # noqa: E402

migration = migrations.Migration("0001_initial", "shop")
migration.operations = operations
with connection.schema_editor() as editor:
    migration.apply(ProjectState(), editor)
connection.close()  # the next one knows the type

# recipe: use
order = Order.objects.create(customer=A, items=[A, B])
same = Order.objects.get(id=str(order.id))
several = list(Order.objects.filter(id__in=[order.id, B]))
holding = list(Order.objects.filter(items__contains=[B]))
recent = list(Order.objects.filter(id__since=TIME))
# recipe: end
check("insert returns an ObjectId", type(order.id), ObjectId)
check("look-up with a parameter", (same.customer, same.items), (A, [A, B]))
check("look-up with an array", several, [order])
check("arrays contain", holding, [order])
check("time range", recent, [order])
check("NULL", Order.objects.create(id=B).customer, None)
Order.objects.bulk_create([Order(customer=B), Order(customer=B)])  # before Django 5 the objects do not learn their ids
check("bulk: each row has an id of its own", len({o.id for o in Order.objects.filter(customer=B)}), 2)
refused(
    "malformed input", ValidationError, lambda: list(Order.objects.filter(id=MALFORMED)))
with connection.cursor() as cursor:
    cursor.execute("INSERT INTO shop_order (items) VALUES ('{}') RETURNING id")
    check("DEFAULT of the migration", type(cursor.fetchone()[0]), ObjectId)
if django.VERSION < (5, 0):
    skip("db_default", f"Django {django.get_version()} does not have it")
done()
