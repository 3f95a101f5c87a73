# ActiveRecord, with a migration and schema.rb
# SPDX-License-Identifier: PostgreSQL
# needs: ruby-activerecord ruby-pg ruby-bson
require_relative 'checks'
require 'objectid_active_record'
require 'stringio'

puts "# ActiveRecord #{ActiveRecord.version}"
ActiveRecord::Base.establish_connection(adapter: 'postgresql', database: ENV['PGDATABASE'])
ActiveRecord::Migration.verbose = false
ActiveRecord::Base.connection.execute('DROP EXTENSION objectid')

# recipe: migration
class CreateOrders < ActiveRecord::Migration[6.1]
  def change
    enable_extension 'objectid'
    create_table :orders, id: :objectid, default: -> { 'gen_objectid()' } do |t|
      t.column :customer, :objectid, index: true
      t.column :items, :objectid, array: true
    end
  end
end
# recipe: end

class Order < ActiveRecord::Base
end

CreateOrders.new.migrate(:up)
schema = StringIO.new
before_pools = ActiveRecord.version < Gem::Version.new('7.2')
source = before_pools ? ActiveRecord::Base.connection : ActiveRecord::Base.connection_pool
ActiveRecord::SchemaDumper.dump(source, schema)
check('schema.rb: the extension', schema.string.include?('enable_extension "objectid"'))
check(
  'schema.rb: the type and its default', schema.string[/create_table "orders".*/],
  'create_table "orders", id: :objectid, default: -> { "gen_objectid()" }, force: :cascade do |t|'
)
check(
  'schema.rb: the columns', schema.string.scan(/t\.objectid .*/),
  ['t.objectid "customer"', 't.objectid "items", array: true']
)

# recipe: use
order = Order.create!(customer: A, items: [A, B])
same = Order.find(order.id)
several = Order.where(id: [order.id, B]).to_a
holding = Order.where('items @> ARRAY[?]::objectid[]', [B.to_s]).to_a
recent = Order.where('id >= ?::timestamptz', TIME).order(:id).to_a
# recipe: end
check('insert returns an ObjectId', order.id.class, BSON::ObjectId)
check('look-up with a parameter', [same.customer, same.items], [A, [A, B]])
check('look-up with an array', several, [order])
check('arrays contain', holding, [order])
check('time range', recent, [order])
check('NULL', Order.create!.reload.customer, nil)
check('text as a parameter', Order.find_by(customer: A.to_s), order)
check('malformed input is nil, as in columns of uuid', Order.find_by(id: MALFORMED), nil)
refused('malformed input in SQL', ActiveRecord::StatementInvalid) do
  Order.where('id = ?', MALFORMED).to_a
end
other = Order.in_batches(of: 1).map { |batch| batch.pluck(:id) }.flatten
check('in_batches', other.sort, Order.pluck(:id).sort)
CreateOrders.new.migrate(:down)
check('migration: and back', ActiveRecord::Base.connection.table_exists?(:orders), false)
