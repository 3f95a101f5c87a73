# Ruby's pg, in both formats of the protocol
# SPDX-License-Identifier: PostgreSQL
# needs: ruby-pg ruby-bson
require_relative 'checks'
require 'objectid'

[0, 1].each do |format|
  name = %w[text binary][format]
  conn = PG.connect
  register_objectid(conn, format: format)
  conn.exec('DROP TABLE IF EXISTS orders')
  conn.exec(<<~SQL)
    CREATE TABLE orders (
      id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, items objectid[])
  SQL
  # recipe: use
  insert = 'INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING id'
  id = conn.exec_params(insert, [A, [A, nil, B]])[0]['id']
  found = conn.exec_params('SELECT customer, items FROM orders WHERE id = $1', [id])[0]
  in_list = conn.exec_params('SELECT id FROM orders WHERE id = ANY ($1)', [[id, B]])
  several = in_list.column_values(0)
  # recipe: end
  since = conn.exec_params('SELECT id FROM orders WHERE id >= $1::timestamptz', [TIME.iso8601])
  recent = since.column_values(0)
  check("#{name}: insert returns an ObjectId", id.class, BSON::ObjectId)
  check("#{name}: look-up with a parameter", [found['customer'], found['items']], [A, [A, nil, B]])
  check("#{name}: look-up with an array", several, [id])
  check("#{name}: time range", recent, [id])
  check(
    "#{name}: result", conn.exec_params('SELECT customer FROM orders', [], format).getvalue(0, 0), A
  )
  check(
    "#{name}: NULL",
    conn.exec_params(
      'INSERT INTO orders (customer) VALUES ($1) RETURNING customer', [nil]
    ).getvalue(0, 0),
    nil
  )
  check(
    "#{name}: text as a parameter",
    conn.exec_params('SELECT id FROM orders WHERE customer = $1', [A.to_s]).getvalue(0, 0), id
  )
  refused("#{name}: malformed input", PG::InvalidTextRepresentation) do
    conn.exec_params('SELECT * FROM orders WHERE id = $1', [MALFORMED])
  end
  conn.close
end
