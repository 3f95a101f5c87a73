# Django: migrations, and the default of the database
# SPDX-License-Identifier: PostgreSQL
# needs: python3-django python3-psycopg2 python3-bson
import importlib
import os
import sys
import tempfile

import django
from bson import ObjectId
from django.conf import settings

from checks import A, B, MALFORMED, TIME, check, done, refused

folder = tempfile.TemporaryDirectory()
sys.path.insert(0, folder.name)
migrations = os.path.join(folder.name, "shop_migrations")
os.mkdir(migrations)


def write(name, text):
    with open(os.path.join(migrations, name), "w") as file:
        file.write(text)
    importlib.invalidate_caches()


# the recipes for the migrations that are written by hand
with open("django_migrations.py") as file:
    before, after = (
        part.split("# recipe: end\n")[0] for part in file.read().split("# recipe: migration_")[1:]
    )
write("__init__.py", "")
write("0001_objectid.py", before.partition("\n")[2])

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": os.environ["PGDATABASE"],
        },
    },
    INSTALLED_APPS=["django.contrib.postgres", "shop"],
    MIGRATION_MODULES={"shop": "shop_migrations"},
    USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField")
django.setup()

from django.core import serializers  # noqa: E402
from django.core.exceptions import ValidationError  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from objectid_django import UuidV7, is_psycopg3  # noqa: E402
from shop.models import Order  # noqa: E402

print(f"# Django {django.get_version()} on psycopg {3 if is_psycopg3 else 2}")
with connection.cursor() as cursor:
    cursor.execute("DROP EXTENSION IF EXISTS objectid")

call_command("makemigrations", "shop", name="order", verbosity=0)
check(
    "migration: made", sorted(name for name in os.listdir(migrations) if name.startswith("0")),
    ["0001_objectid.py", "0002_order.py"]
)
write("0003_default.py", after.partition("\n")[2])
call_command("migrate", verbosity=0)
for time in "first", "second":
    try:
        call_command("makemigrations", "shop", check=True, dry_run=time == "second", verbosity=0)
        check(f"migration: makemigrations comes to rest, {time} time", True)
    except SystemExit:
        check(f"migration: makemigrations comes to rest, {time} time", False)
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
check("a uuid of version 7", Order.objects.annotate(v7=UuidV7()).first().v7.version, 7)
check("NULL", Order.objects.create(id=B).customer, None)
# before Django 5 the objects do not learn their ids
Order.objects.bulk_create([Order(customer=B), Order(customer=B)])
check(
    "bulk: each row has an id of its own", len({o.id for o in Order.objects.filter(customer=B)}), 2
)
refused(
    "malformed input", ValidationError, lambda: list(Order.objects.filter(id=MALFORMED)))
dumped = serializers.serialize("json", [order])
check(
    "dumpdata and loaddata",
    [(o.object.id, o.object.customer) for o in serializers.deserialize("json", dumped)],
    [(order.id, A)]
)
with connection.cursor() as cursor:
    cursor.execute("INSERT INTO shop_order (items) VALUES ('{}') RETURNING id")
    check("DEFAULT of the migration", type(cursor.fetchone()[0]), ObjectId)
done()
