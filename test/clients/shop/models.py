# The model of the recipe for Django, in an app of its own
# SPDX-License-Identifier: PostgreSQL
# recipe: model
from django.contrib.postgres.fields import ArrayField
from django.db import models

from objectid_django import BY_DATABASE, ObjectIdField


class Order(models.Model):
    id = ObjectIdField(primary_key=True, editable=False, **BY_DATABASE)
    customer = ObjectIdField(null=True, db_index=True)
    items = ArrayField(ObjectIdField(), default=list)
# recipe: end
