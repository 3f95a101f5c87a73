<?php
// objectid for PHP's PDO. With ext-mongodb: new MongoDB\BSON\ObjectId((string) $id), and back.
// SPDX-License-Identifier: PostgreSQL
declare(strict_types=1);

final class ObjectId implements Stringable, JsonSerializable
{
    private string $digits;

    public function __construct(string $digits)
    {
        if (!preg_match('/^[0-9a-f]{24}$/iD', $digits)) {
            throw new InvalidArgumentException(
                "an objectid has 24 hexadecimal digits: \"$digits\""
            );
        }
        $this->digits = strtolower($digits);
    }

    public static function fromBytes(string $bytes): self
    {
        return new self(bin2hex($bytes));
    }

    public function bytes(): string
    {
        return hex2bin($this->digits);
    }

    public function time(): DateTimeImmutable
    {
        return new DateTimeImmutable('@' . hexdec(substr($this->digits, 0, 8)));
    }

    public function __toString(): string
    {
        return $this->digits;
    }

    public function jsonSerialize(): string
    {
        return $this->digits;
    }

    // A parameter of objectid[].
    public static function toArray(array $ids): string
    {
        $elements = array_map(fn ($id) => $id === null ? 'NULL' : (string) $id, $ids);
        return '{' . implode(',', $elements) . '}';
    }

    // A result of objectid[].
    public static function fromArray(?string $text): ?array
    {
        if ($text === null) {
            return null;
        }
        if ($text === '{}') {
            return [];
        }
        $elements = explode(',', trim($text, '{}'));
        return array_map(fn ($digits) => $digits === 'NULL' ? null : new self($digits), $elements);
    }
}
