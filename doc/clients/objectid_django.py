# objectid for Django: ObjectIdField, and GenObjectId and UuidV7 as defaults in the database
# SPDX-License-Identifier: PostgreSQL
import django
from bson import ObjectId
from bson.errors import InvalidId
from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.signals import connection_created

try:  # Django 4.2 and later take psycopg 3 if it is there
    from django.db.backends.postgresql.psycopg_any import is_psycopg3
except ImportError:
    is_psycopg3 = False
if is_psycopg3:
    from objectid_psycopg import register_objectid
else:
    from objectid_psycopg2 import register_objectid


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

    def value_to_string(self, obj):  # for dumpdata
        return str(self.value_from_object(obj))


class GenObjectId(models.Func):
    function = "gen_objectid"
    template = "%(function)s()"
    output_field = ObjectIdField()


class UuidV7(models.Func):  # for models.UUIDField
    function = "uuid_v7"
    template = "%(function)s()"
    output_field = models.UUIDField()


# Django 5 has db_default; before, an expression as the default does the same for what Django itself
# inserts.
if django.VERSION >= (5, 0):
    BY_DATABASE = {"db_default": GenObjectId()}
else:
    BY_DATABASE = {"default": GenObjectId}


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
        if cursor.fetchone()[0]:  # not before the migration that creates the extension
            register_objectid(connection.connection)


connection_created.connect(connected)
