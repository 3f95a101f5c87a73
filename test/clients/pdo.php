<?php
// PHP's PDO: text of the protocol; bytes go in as bytea
// SPDX-License-Identifier: PostgreSQL
// needs: php-cli php-pgsql
declare(strict_types=1);
require 'ObjectId.php';

$failed = false;

function check(string $name, mixed $answer, mixed $expected = true): void
{
    global $failed;
    $ok = $answer == $expected && gettype($answer) === gettype($expected);
    $failed = $failed || !$ok;
    printf("%s - pdo: %s\n", $ok ? 'ok' : 'not ok', $name);
    if (!$ok) {
        printf("# %s, and not %s\n", json_encode($answer), json_encode($expected));
    }
}

$a = new ObjectId('507f1f77bcf86cd799439011'); // of 2012-10-17
$b = new ObjectId('6ae68100ffffffffffffffff'); // of 2026-11-01
$time = new DateTimeImmutable('2020-01-01T00:00:00Z'); // between the two
$malformed = '507f1f77bcf86cd79943901';

foreach ([false, true] as $emulate) {
    $mode = $emulate ? 'emulated' : 'prepared';
    $pdo = new PDO(
        'pgsql:host=' . getenv('PGHOST') . ';dbname=' . getenv('PGDATABASE'), 'postgres', null,
        [PDO::ATTR_EMULATE_PREPARES => $emulate]
    );
    $pdo->exec('DROP TABLE IF EXISTS orders');
    $pdo->exec(
        'CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), '
        . 'customer objectid, items objectid[])'
    );
    // recipe: use
    $insert = $pdo->prepare('INSERT INTO orders (customer, items) VALUES (?, ?) RETURNING id');
    $insert->execute([$a, ObjectId::toArray([$a, null, $b])]);
    $id = new ObjectId($insert->fetchColumn());

    $find = $pdo->prepare('SELECT customer, items FROM orders WHERE id = ?');
    $find->execute([$id]);
    [$customer, $items] = $find->fetch(PDO::FETCH_NUM);
    $items = ObjectId::fromArray($items);

    $several = $pdo->prepare('SELECT id FROM orders WHERE id = ANY (CAST(? AS objectid[]))');
    $several->execute([ObjectId::toArray([$id, $b])]);
    // recipe: end

    $recent = $pdo->prepare('SELECT id FROM orders WHERE id >= CAST(? AS timestamptz)');
    $recent->execute([$time->format(DATE_RFC3339_EXTENDED)]);
    check("$mode: insert returns an id of now", abs($id->time()->getTimestamp() - time()) < 60);
    check("$mode: look-up with a parameter", new ObjectId($customer), $a);
    check("$mode: arrays", $items, [$a, null, $b]);
    check("$mode: look-up with an array", $several->fetchAll(PDO::FETCH_COLUMN), [(string) $id]);
    check("$mode: time range", $recent->fetchAll(PDO::FETCH_COLUMN), [(string) $id]);
    $insert->execute([null, null]);
    check(
        "$mode: NULL",
        $pdo->query(
            'SELECT count(*) FROM orders WHERE customer IS NULL AND items IS NULL'
        )->fetchColumn(),
        1
    );
    $bytes = $pdo->prepare(
        'SELECT id FROM orders WHERE customer = CAST(CAST(? AS bytea) AS objectid)'
    );
    $bytes->bindValue(1, $a->bytes(), PDO::PARAM_LOB);
    $bytes->execute();
    check("$mode: bytes as a parameter", $bytes->fetchColumn(), (string) $id);
    try {
        check("$mode: malformed input", $find->execute([$malformed]), null);
    } catch (PDOException $error) {
        check("$mode: malformed input: PDOException", $error->getCode(), '22P02');
    }
}
try {
    check('malformed input of the class', new ObjectId($malformed), null);
} catch (InvalidArgumentException $error) {
    check('malformed input of the class: InvalidArgumentException', true);
}
exit((int) $failed);
