# A consumer as in doc/follow.md, with Django and its bigint keys
# SPDX-License-Identifier: PostgreSQL
# needs: python3-django python3-psycopg2 python3-bson
#
# Four threads write while two processes of one consumer are killed again and again: each committed
# row is processed once and in order. Keyset pagination over the table misses rows, and over a view
# with the bound it does not.
import atexit
import os
import select
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

sys.modules["psycopg"] = None  # Django takes psycopg2, whose notifications these are
import django  # noqa: E402
from django.conf import settings  # noqa: E402

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": os.environ["PGDATABASE"],
        },
    },
    INSTALLED_APPS=["billing"], USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Max  # noqa: E402

from billing.models import Consumer, Invoice, Payment, PaymentFeed  # noqa: E402
from checks import check, done  # noqa: E402


def consume(seconds):
    with connection.cursor() as cursor:
        cursor.execute("LISTEN payment")
    while True:
        with transaction.atomic():
            place = Consumer.objects.select_for_update().get(name="billing")
            rows = Payment.objects.raw(
                "SELECT * FROM rows_after(NULL::payment, %s, 100)", [place.last_id]
            )
            batch = list(rows)
            for payment in batch:
                Invoice.objects.create(payment=payment)  # the work
            if batch:
                place.last_id = batch[-1].id
                place.save()
        if len(batch) < 100:
            wait_for_notification(connection.connection, seconds)


def wait_for_notification(pg, seconds):
    pg.poll()  # one can have come with the last answer
    if not pg.notifies:
        select.select([pg], [], [], seconds)
        pg.poll()
    pg.notifies.clear()


if sys.argv[1:]:
    consume(float(sys.argv[1]))

# What happens around it ---------------------------------------------------------------------------


def start(seconds):
    """A process that reads when it is notified, and after so many seconds."""
    consumers.append(
        subprocess.Popen(
            [sys.executable, __file__, str(seconds)], env={**os.environ, "PGAPPNAME": "consumer"}
        )
    )


def kill():
    consumer = consumers.pop(0)
    consumer.kill()
    statuses.append(consumer.wait())


def kill_the_rest():
    for consumer in consumers:
        consumer.kill()


def wait_until(condition):
    end = time.monotonic() + 120
    while not condition():
        if time.monotonic() > end or any(consumer.poll() is not None for consumer in consumers):
            ended = [consumer.poll() for consumer in consumers]
            raise RuntimeError(f"waited in vain; the consumers ended with {ended}")
        time.sleep(0.01)


def query(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def write(number):
    for n in range(1000000):
        try:
            with transaction.atomic():
                Payment.objects.create(amount=n)
                # some transactions last long, the others up to 19 ms
                seconds = 0.3 if n % 50 == 0 else n * number % 20 / 1000
                time.sleep(seconds)
                Payment.objects.create(amount=n)
                if n % 5 == 0:
                    raise InterruptedError
        except InterruptedError:  # rolled back
            pass
        if stopping.is_set():
            break
    connection.close()


class Pages:
    """Keyset pagination, over the table or the view."""

    def __init__(self, model):
        self.model = model
        self.seen = [0]

    def read_on(self):
        while not stopping.is_set():
            later = self.model.objects.filter(id__gt=self.seen[-1]).order_by("id")
            ids = list(later.values_list("id", flat=True)[:100])
            self.seen.extend(ids)
            if len(ids) < 100:
                stopping.wait(0.001)
        connection.close()

    def missed(self):
        last = self.seen[-1]
        ids = Payment.objects.filter(id__lte=last).values_list("id", flat=True)
        return len(set(ids) - set(self.seen))


print(f"# Django {django.get_version()}")
call_command("migrate", run_syncdb=True, verbosity=0)
with open("notify.sql") as file, connection.cursor() as cursor:
    cursor.execute(file.read().replace("upload", "payment"))
    cursor.execute("""CREATE VIEW payment_feed AS
        SELECT * FROM payment WHERE id < resolved_number('payment')""")
Consumer.objects.create(name="billing")

stopping = Event()
table, view = Pages(Payment), Pages(PaymentFeed)
consumers = []
statuses = []
atexit.register(kill_the_rest)
with ThreadPoolExecutor() as threads:
    running = [threads.submit(write, number) for number in range(3, 7)]
    running += [threads.submit(table.read_on), threads.submit(view.read_on)]
    try:
        for n in range(4):
            while len(consumers) < 2:
                start(1)
            processed = Invoice.objects.count()
            wait_until(lambda: Invoice.objects.count() >= processed + 50)
            if n % 2:
                kill()
            else:  # one in its transaction, the other one waiting for it
                with transaction.atomic():
                    query("LOCK TABLE billing_invoice IN SHARE MODE; SELECT 1")
                    wait_until(
                        lambda: query(
                            "SELECT count(*) FROM pg_locks "
                            "WHERE relation = 'billing_invoice'::regclass AND NOT granted"
                        )
                    )
                    kill()
                    kill()
        start(1)
        wait_until(table.missed)
    finally:
        stopping.set()
for future in running:
    future.result()
check("the processes were killed", statuses, [-signal.SIGKILL] * 6)

last = Payment.objects.aggregate(Max("id"))["id__max"]
wait_until(lambda: Consumer.objects.get().last_id == last)
ids = list(Payment.objects.order_by("id").values_list("id", flat=True))
check(
    "each row was processed once and in order",
    list(Invoice.objects.order_by("id").values_list("payment", flat=True)), ids
)
missed = table.missed()
check(f"{len(ids)} rows, of which pages of the table miss {missed}", missed > 0)
check("pages of the view were read", len(view.seen) > 1)
check("they miss none", view.missed(), 0)

while consumers:
    kill()
start(3600)
wait_until(lambda: query("""SELECT count(*) = 1 AND bool_and(state = 'idle' AND query = 'COMMIT')
    FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'consumer'"""))
last = Payment.objects.create(amount=0).id
wait_until(lambda: Consumer.objects.get().last_id == last)
check("a notification wakes the consumer", True)
done()
