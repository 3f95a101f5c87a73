// Package objectid has the ids of PostgreSQL's extension objectid for database/sql, with pgx or
// lib/pq.
// SPDX-License-Identifier: PostgreSQL
package objectid

import (
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// ObjectID converts to and from that of MongoDB's driver: bson.ObjectID(id), ObjectID(theirs).
// A column that may be NULL is scanned into a *ObjectID by way of its address, or into
// sql.Null[ObjectID].
type ObjectID [12]byte

func Parse(digits string) (id ObjectID, err error) {
	if len(digits) != 24 {
		return id, fmt.Errorf("an objectid has 24 digits, and %q has not", digits)
	}
	_, err = hex.Decode(id[:], []byte(digits))
	return id, err
}

func (id ObjectID) String() string { return hex.EncodeToString(id[:]) }

func (id ObjectID) Time() time.Time {
	return time.Unix(int64(id[0])<<24|int64(id[1])<<16|int64(id[2])<<8|int64(id[3]), 0)
}

// MarshalText and UnmarshalText are for encoding/json among others.
func (id ObjectID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

func (id *ObjectID) UnmarshalText(digits []byte) (err error) {
	*id, err = Parse(string(digits))
	return err
}

// Value makes an ObjectID a parameter.
func (id ObjectID) Value() (driver.Value, error) { return id.String(), nil }

// Scan makes it a result: digits in the text format of the protocol, twelve bytes in the binary
// one.
func (id *ObjectID) Scan(value any) error {
	switch v := value.(type) {
	case string:
		return id.UnmarshalText([]byte(v))
	case []byte:
		if len(v) == len(id) {
			copy(id[:], v)
			return nil
		}
		return id.UnmarshalText(v)
	}
	return fmt.Errorf("cannot read an objectid from %T", value)
}

// Array is objectid[]. An element that is NULL is an error.
type Array []ObjectID

func (ids Array) Value() (driver.Value, error) {
	if ids == nil {
		return nil, nil
	}
	digits := make([]string, len(ids))
	for i, id := range ids {
		digits[i] = id.String()
	}
	return "{" + strings.Join(digits, ",") + "}", nil
}

func (ids *Array) Scan(value any) (err error) {
	var text string
	switch v := value.(type) {
	case nil:
		*ids = nil
		return nil
	case string:
		text = v
	case []byte:
		text = string(v)
	default:
		return fmt.Errorf("cannot read an array of objectid from %T", value)
	}
	*ids = Array{}
	separates := func(c rune) bool { return strings.ContainsRune("{},", c) }
	for _, digits := range strings.FieldsFunc(text, separates) {
		id, err := Parse(digits)
		if err != nil {
			return err
		}
		*ids = append(*ids, id)
	}
	return nil
}
