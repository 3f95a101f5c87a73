# What django_consumer.py follows, what it makes of it, and where it keeps its place
# SPDX-License-Identifier: PostgreSQL
from django.db import models


class Payment(models.Model):
    amount = models.IntegerField()

    class Meta:
        db_table = "payment"


class Invoice(models.Model):
    payment = models.ForeignKey(Payment, models.CASCADE)


class Consumer(models.Model):
    name = models.TextField(primary_key=True)
    last_id = models.BigIntegerField(null=True)
