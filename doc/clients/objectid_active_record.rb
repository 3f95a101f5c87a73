# objectid for ActiveRecord, as the BSON::ObjectId of MongoDB's driver: in config/initializers
# SPDX-License-Identifier: PostgreSQL
require 'active_record'
require 'active_record/connection_adapters/postgresql_adapter'
require 'bson'

class ObjectIdType < ActiveRecord::Type::Value
  def type
    :objectid
  end

  # What is not an id becomes nil, as text does in a number's column.
  def cast_value(value)
    return value if value.is_a?(BSON::ObjectId)

    BSON::ObjectId.from_string(value.to_s) if BSON::ObjectId.legal?(value.to_s)
  end

  def serialize(value)
    cast(value)&.to_s
  end
end

module ObjectIdInPostgreSQL
  def initialize_type_map(map = type_map)
    super
    map.register_type('objectid', ObjectIdType.new) # arrays follow by themselves
  end
end

adapter = ActiveRecord::ConnectionAdapters::PostgreSQLAdapter
adapter::NATIVE_DATABASE_TYPES[:objectid] = { name: 'objectid' } # for migrations and schema.rb
if ActiveRecord.version < Gem::Version.new('7.0')
  adapter.prepend(ObjectIdInPostgreSQL)
else
  adapter.singleton_class.prepend(ObjectIdInPostgreSQL)
end
# for attribute :parent, :objectid
ActiveRecord::Type.register(:objectid, ObjectIdType, adapter: :postgresql)
