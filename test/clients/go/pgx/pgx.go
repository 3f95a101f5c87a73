// pgx 5, in both formats of the protocol
// SPDX-License-Identifier: PostgreSQL
// needs: golang-go golang-github-jackc-pgx-v5-dev
package main

import (
	"context"
	"strings"
	"time"

	"check"
	"objectid"

	"github.com/jackc/pgx/v5"
)

func main() {
	check.Client = "pgx"
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, "")
	check.Must(err)
	check.Must(objectid.Register(ctx, conn))
	_, err = conn.Exec(
		ctx,
		"CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), "+
			"customer objectid, items objectid[])",
	)
	check.Must(err)
	a, b := check.A, check.B

	// recipe: use
	var id, customer objectid.ObjectID
	var items []*objectid.ObjectID // []objectid.ObjectID where none is NULL
	insert := "INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING id"
	err = conn.QueryRow(ctx, insert, a, []*objectid.ObjectID{&a, nil, &b}).Scan(&id)
	check.Must(err)
	find := "SELECT customer, items FROM orders WHERE id = $1"
	err = conn.QueryRow(ctx, find, id).Scan(&customer, &items)
	check.Must(err)
	// recipe: end
	wanted := []objectid.ObjectID{id, b}
	rows, err := conn.Query(ctx, "SELECT id FROM orders WHERE id = ANY ($1)", wanted)
	check.Must(err)
	several, err := pgx.CollectRows(rows, pgx.RowTo[objectid.ObjectID])
	check.Must(err)
	rows, err = conn.Query(ctx, "SELECT id FROM orders WHERE id >= $1::timestamptz", check.Time)
	check.Must(err)
	recent, err := pgx.CollectRows(rows, pgx.RowTo[objectid.ObjectID])
	check.Must(err)
	check.Equal("insert returns an id of now", time.Since(id.Time()) < time.Minute, true)
	check.Equal("look-up with a parameter", customer, a)
	check.Equal("arrays", items, []*objectid.ObjectID{&a, nil, &b})
	check.Equal("look-up with an array", several, []objectid.ObjectID{id})
	check.Equal("time range", recent, []objectid.ObjectID{id})

	for name, mode := range map[string]pgx.QueryExecMode{
		"text": pgx.QueryExecModeSimpleProtocol, "binary": pgx.QueryExecModeCacheStatement,
	} {
		var back objectid.ObjectID
		var array []objectid.ObjectID
		err = conn.QueryRow(
			ctx, "SELECT $1::objectid, $2::objectid[]", mode, b, []objectid.ObjectID{a, b},
		).Scan(&back, &array)
		check.Must(err)
		check.Equal(name+": there and back", back, b)
		check.Equal(name+": array there and back", array, []objectid.ObjectID{a, b})
		var null *objectid.ObjectID
		check.Must(conn.QueryRow(ctx, "SELECT $1::objectid", mode, null).Scan(&null))
		check.Equal(name+": NULL", null == nil, true)
	}
	n, err := conn.CopyFrom(
		ctx, pgx.Identifier{"orders"}, []string{"id", "customer"},
		pgx.CopyFromRows([][]any{{b, nil}}),
	)
	check.Must(err)
	check.Equal("binary COPY", n, int64(1))
	var byText objectid.ObjectID
	check.Must(
		conn.QueryRow(ctx, "SELECT id FROM orders WHERE customer = $1", a.String()).Scan(&byText),
	)
	check.Equal("text as a parameter", byText, id)
	values, err := conn.Query(ctx, "SELECT customer FROM orders WHERE id = $1", id)
	check.Must(err)
	maps, err := pgx.CollectRows(values, pgx.RowToMap)
	check.Must(err)
	check.Equal("rows as maps", maps, []map[string]any{{"customer": a}})
	err = conn.QueryRow(ctx, "SELECT id FROM orders WHERE id = $1", check.Malformed).Scan(&id)
	check.Equal(
		"malformed input",
		err != nil && strings.Contains(err.Error(), "invalid input syntax for type objectid"), true,
	)
	err = conn.QueryRow(ctx, "SELECT id FROM orders WHERE id = $1", 1).Scan(&id)
	check.Equal(
		"another type", err != nil && strings.Contains(err.Error(), "unable to encode 1 into"),
		true,
	)
	check.Done()
}
