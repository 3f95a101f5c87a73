# The two migrations for Django that nobody makes for you; django_client.py runs them
# SPDX-License-Identifier: PostgreSQL
# recipe: migration_extension
from django.contrib.postgres.operations import CreateExtension
from django.db import migrations


class Migration(migrations.Migration):
    operations = [CreateExtension("objectid")]
# recipe: end


# recipe: migration_default
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("shop", "0002_order")]
    operations = [
        migrations.RunSQL("ALTER TABLE shop_order ALTER COLUMN id SET DEFAULT gen_objectid()"),
    ]
# recipe: end
