# objectid for Ruby's pg, as the BSON::ObjectId of MongoDB's driver: register_objectid(conn)
# SPDX-License-Identifier: PostgreSQL
require 'bson'
require 'pg'

class ObjectIdEncoder < PG::SimpleEncoder
  def encode(id)
    format == 1 ? [id.to_s].pack('H*') : id.to_s
  end
end

class ObjectIdDecoder < PG::SimpleDecoder
  def decode(value, _tuple = nil, _field = nil)
    format == 1 ? BSON::ObjectId.from_data(value) : BSON::ObjectId.from_string(value)
  end
end

# format: 0 sends text, 1 the twelve bytes; arrays are always text. Results are read in either.
def register_objectid(conn, format: 0)
  # the oids differ from database to database
  types = conn.exec("SELECT oid, typarray FROM pg_type WHERE oid = 'objectid'::regtype")
  oid, array_oid = types.values[0].map(&:to_i)
  results = conn.type_map_for_results
  results = PG::TypeMapByOid.new unless results.is_a?(PG::TypeMapByOid)
  2.times { |f| results.add_coder(ObjectIdDecoder.new(oid: oid, format: f)) }
  results.add_coder(PG::TextDecoder::Array.new(oid: array_oid, elements_type: ObjectIdDecoder.new))
  conn.type_map_for_results = results

  queries = conn.type_map_for_queries
  queries = PG::TypeMapByClass.new unless queries.is_a?(PG::TypeMapByClass)
  queries[BSON::ObjectId] = ObjectIdEncoder.new(oid: oid, format: format)
  queries[Array] = PG::TextEncoder::Array.new(elements_type: PG::TextEncoder::String.new)
  conn.type_map_for_queries = queries
end
