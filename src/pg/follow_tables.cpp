// The tables that rows of a followed table may be written to, kept until one of them changes.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_tables.hpp"

#include "pg/relation_changes.hpp"

#include <algorithm>

namespace objectid {

namespace {

// The table and all that inherit from it, each once, however many parents it has.
// (find_all_inheritors() raises an internal error if one that it does not lock is dropped
// meanwhile.)
List *
with_descendants(Oid table)
{
	HASHCTL options = {};
	options.keysize = sizeof(Oid);
	options.entrysize = sizeof(Oid);
	options.hcxt = CurrentMemoryContext;
	HTAB *const found =
		hash_create("objectid descendants", 64, &options, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	hash_search(found, &table, HASH_ENTER, nullptr);
	List *all = list_make1_oid(table);
	for (int i = 0; i < list_length(all); ++i) // which grows meanwhile
	{
		CHECK_FOR_INTERRUPTS();
		const Oid parent = list_nth_oid(all, i);
		if (get_rel_relkind(parent) == '\0')
			continue;
		List *const children = find_inheritance_children(parent, NoLock);
		for (const ListCell &cell : cells(children))
		{
			bool is_found;
			hash_search(found, &lfirst_oid(&cell), HASH_ENTER, &is_found);
			if (!is_found)
				all = lappend_oid(all, lfirst_oid(&cell));
		}
		list_free(children);
	}
	hash_destroy(found);
	return all;
}

// The tables of WrittenTables, by ascending OID.
List *
find_tables(Oid table)
{
	List *tables = with_descendants(table);
	for (const ListCell &cell : cells(tables))
		if (get_rel_relkind(lfirst_oid(&cell)) == RELKIND_FOREIGN_TABLE)
			raise_not_a_table(get_rel_name(lfirst_oid(&cell)), RELKIND_FOREIGN_TABLE);
	if (get_rel_relispartition(table))
		tables = list_concat(tables, get_partition_ancestors(table));
	list_sort(tables, list_oid_cmp);
	list_deduplicate_oid(tables);
	return tables;
}

// What is kept of followed tables, by their OIDs, and how often something has become invalid. The
// server tells when one of the tables changes, as also by a new child, or a domain, which may have
// the default. Whoever makes such a change tells so before he releases his locks, hence before
// others can write to what he has made.
constinit HTAB *kept_tables = nullptr;
constinit std::uint64_t invalidations = 0;

template <typename Condition>
void
forget_if(Condition &&condition)
{
	++invalidations;
	HASH_SEQ_STATUS each;
	hash_seq_init(&each, kept_tables);
	while (auto *const tables = static_cast<WrittenTables *>(hash_seq_search(&each)))
		if (condition(*tables))
			tables->is_valid = false;
}

void
table_changed(Oid table)
{
	forget_if([table](const WrittenTables &tables) {
		return !OidIsValid(table) || std::ranges::binary_search(tables.oids, table);
	});
}

// Each new table has a new type, so only those are forgotten that are followed by a domain.
void
type_changed(Datum, CacheId, uint32)
{
	forget_if([](const WrittenTables &tables) { return tables.has_domain; });
}

void
start_to_keep_tables()
{
	HASHCTL options = {};
	options.keysize = sizeof(Oid);
	options.entrysize = sizeof(WrittenTables);
	kept_tables = hash_create("objectid followed tables", 16, &options, HASH_ELEM | HASH_BLOBS);
	call_when_relations_change(table_changed);
	CacheRegisterSyscacheCallback(TYPEOID, type_changed, Datum{0});
}

void
free_oids(const WrittenTables &tables)
{
	pfree(const_cast<Oid *>(tables.oids.data()));
}

Size
size_of_tables(const void *entry)
{
	return sizeof(WrittenTables) + static_cast<const WrittenTables *>(entry)->oids.size_bytes();
}

void
drop_tables(void *entry)
{
	auto *const tables = static_cast<WrittenTables *>(entry);
	free_oids(*tables);
	hash_search(kept_tables, &tables->table, HASH_REMOVE, nullptr);
}

std::span<const Oid>
lasting_copy(const List *tables)
{
	auto *oids = static_cast<Oid *>(
		MemoryContextAlloc(TopMemoryContext, cells(tables).size() * sizeof(Oid)));
	std::ranges::transform(cells(tables), oids,
						   [](const ListCell &cell) { return lfirst_oid(&cell); });
	return {oids, cells(tables).size()};
}

void
fill(WrittenTables &tables, std::span<const Oid> oids, bool is_valid)
{
	tables.oids = oids;
	tables.lock_partitions = 0;
	for (const Oid table : tables.oids)
	{
		const LOCKTAG tag = lock_of(table);
		tables.lock_partitions |= std::uint32_t{1} << LockHashPartition(LockTagHashCode(&tag));
	}
	tables.is_valid = is_valid;
	tables.has_domain = false;
	std::ranges::fill(tables.checked, NameData{});
}

} // namespace

std::uint64_t
changes_of_tables()
{
	return invalidations;
}

LOCKTAG
lock_of(Oid table)
{
	LOCKTAG tag;
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, table);
	return tag;
}

void
raise_not_a_table(const char *name, char kind)
{
	ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("\"%s\" is not a table", name),
					errdetail_relkind_not_supported(kind)));
	pg_unreachable();
}

WrittenTables &
tables_written(Oid table)
{
	if (kept_tables == nullptr)
		start_to_keep_tables();
	auto *tables =
		static_cast<WrittenTables *>(hash_search(kept_tables, &table, HASH_FIND, nullptr));
	if (tables == nullptr || !tables->is_valid)
	{
		const std::uint64_t before = invalidations;
		// Copied first: an entry is never left half filled in because memory runs out.
		const std::span<const Oid> oids = lasting_copy(find_tables(table));
		bool is_kept;
		tables =
			static_cast<WrittenTables *>(hash_search(kept_tables, &table, HASH_ENTER, &is_kept));
		if (is_kept)
			free_oids(*tables);
		else
			tables->kept = {{}, 0, 0, tables, size_of_tables, drop_tables};
		fill(*tables, oids, invalidations == before);
	}
	keep(tables->kept);
	return *tables;
}

} // namespace objectid
