# What django_consumer.py follows, what it makes of it, and where it keeps its place
# SPDX-License-Identifier: PostgreSQL
from django.db import models


class Payment(models.Model):
    amount = models.IntegerField()

    class Meta:
        db_table = "payment"


class PaymentFeed(models.Model):
    """The view that has every payment before which none can appear any more."""

    amount = models.IntegerField()

    class Meta:
        managed = False
        db_table = "payment_feed"


class Invoice(models.Model):
    payment = models.ForeignKey(Payment, models.CASCADE)


class Consumer(models.Model):
    name = models.TextField(primary_key=True)
    last_id = models.BigIntegerField(null=True)
