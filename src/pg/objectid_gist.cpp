// The GiST operator class of objectid.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_gist.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

// An entry is stored as bytea: its smallest and its largest id, or only one of them if they are the
// same, as in the entry of a row. So the class needs no type of its own, and entries of rows take
// half the space.
namespace {

ObjectIdBounds
bounds_from_datum(Datum stored)
{
	const char *bytes = VARDATA_ANY(DatumGetPointer(stored));
	const auto size = VARSIZE_ANY_EXHDR(DatumGetPointer(stored));
	return {id_at<ObjectId>(bytes), id_at<ObjectId>(bytes + size - sizeof(ObjectId))};
}

Datum
bounds_to_datum(const ObjectIdBounds &bounds)
{
	return bytes_to_datum(&bounds, bounds.lower == bounds.upper ? sizeof(ObjectId) : sizeof bounds);
}

const GISTENTRY *
entry_argument(FunctionCallInfo fcinfo, int position)
{
	return reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(position));
}

// An entry at the same offset with another key.
Datum
with_key(const GISTENTRY *entry, Datum key)
{
	auto *result = static_cast<GISTENTRY *>(palloc(sizeof(GISTENTRY)));
	gistentryinit(*result, key, entry->rel, entry->page, entry->offset, false);
	return PointerGetDatum(result);
}

// One of the two pages of a split: the offset numbers of its entries, their number, and its bounds.
// room: for so many entries, as the server can move some here that fit on either page.
void
fill_page(std::span<const GistSplitEntry> entries, std::size_t room, OffsetNumber *&offsets,
		  int &count, Datum &bounds)
{
	offsets = static_cast<OffsetNumber *>(palloc(room * sizeof(OffsetNumber)));
	count = 0;
	ObjectIdBounds all = entries[0].bounds;
	for (const GistSplitEntry &entry : entries)
	{
		offsets[count++] = entry.offset;
		all = union_of(all, entry.bounds);
	}
	bounds = bounds_to_datum(all);
}

int
compare_stored(Datum left, Datum right, SortSupport)
{
	return sign_of(bounds_from_datum(left).lower <=> bounds_from_datum(right).lower);
}

} // namespace

SQL_FUNCTION(objectid_gist_consistent)
{
	*reinterpret_cast<bool *>(PG_GETARG_POINTER(4)) = false; // nothing to recheck
	PG_RETURN_BOOL(can_hold(bounds_from_datum(entry_argument(fcinfo, 0)->key),
							static_cast<GistOperator>(PG_GETARG_UINT16(2)),
							id_argument<ObjectId>(fcinfo, 1)));
}

SQL_FUNCTION(objectid_gist_union)
{
	const auto *entries = reinterpret_cast<const GistEntryVector *>(PG_GETARG_POINTER(0));
	ObjectIdBounds bounds = bounds_from_datum(entries->vector[0].key);
	for (int i = 1; i < entries->n; ++i)
		bounds = union_of(bounds, bounds_from_datum(entries->vector[i].key));
	const Datum result = bounds_to_datum(bounds);
	*reinterpret_cast<int *>(PG_GETARG_POINTER(1)) =
		static_cast<int>(VARSIZE(DatumGetPointer(result)));
	PG_RETURN_DATUM(result);
}

SQL_FUNCTION(objectid_gist_compress)
{
	const GISTENTRY *entry = entry_argument(fcinfo, 0);
	if (!entry->leafkey)
		PG_RETURN_POINTER(entry);
	const auto &id = id_from_datum<ObjectId>(entry->key);
	PG_RETURN_DATUM(with_key(entry, bounds_to_datum({id, id})));
}

SQL_FUNCTION(objectid_gist_fetch)
{
	const GISTENTRY *entry = entry_argument(fcinfo, 0);
	PG_RETURN_DATUM(with_key(entry, PointerGetDatum(VARDATA_ANY(DatumGetPointer(entry->key)))));
}

SQL_FUNCTION(objectid_gist_penalty)
{
	auto *penalty = reinterpret_cast<float *>(PG_GETARG_POINTER(2));
	*penalty = static_cast<float>(enlargement(bounds_from_datum(entry_argument(fcinfo, 0)->key),
											  bounds_from_datum(entry_argument(fcinfo, 1)->key)));
	PG_RETURN_POINTER(penalty);
}

SQL_FUNCTION(objectid_gist_picksplit)
{
	const auto *entries = reinterpret_cast<const GistEntryVector *>(PG_GETARG_POINTER(0));
	auto *result = reinterpret_cast<GIST_SPLITVEC *>(PG_GETARG_POINTER(1));
	// The entry before the first is not used.
	const auto count = static_cast<std::size_t>(entries->n - FirstOffsetNumber);
	auto *sorted = static_cast<GistSplitEntry *>(palloc(count * sizeof(GistSplitEntry)));
	for (std::size_t i = 0; i < count; ++i)
	{
		const auto offset = static_cast<OffsetNumber>(FirstOffsetNumber + i);
		sorted[i] = {bounds_from_datum(entries->vector[offset].key), offset};
	}

	// An insertion splits the entries of the page and the new one, which is last. Other splits have
	// other counts: that of a sorted build, of several pages at once, and that of rows with equal
	// keys in an earlier column.
	const Page page = entries->vector[FirstOffsetNumber].page;
	const bool last_is_new = count == PageGetMaxOffsetNumber(page) + std::size_t{1};
	const std::size_t left_count = split({sorted, count}, last_is_new);
	fill_page({sorted, left_count}, count, result->spl_left, result->spl_nleft, result->spl_ldatum);
	fill_page({sorted + left_count, count - left_count}, count, result->spl_right,
			  result->spl_nright, result->spl_rdatum);
	PG_RETURN_POINTER(result);
}

SQL_FUNCTION(objectid_gist_same)
{
	auto *same = reinterpret_cast<bool *>(PG_GETARG_POINTER(2));
	*same = bounds_from_datum(PG_GETARG_DATUM(0)) == bounds_from_datum(PG_GETARG_DATUM(1));
	PG_RETURN_POINTER(same);
}

// CREATE INDEX sorts the rows first.
SQL_FUNCTION(objectid_gist_sortsupport)
{
	reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0))->comparator = compare_stored;
	PG_RETURN_VOID();
}

// WITHOUT OVERLAPS and PERIOD need the operator for a kind of comparison. The operators of the
// class have the same numbers as these kinds.
SQL_FUNCTION(objectid_gist_translate_cmptype)
{
	const int32 kind = PG_GETARG_INT32(0);
	const bool known = kind >= BTLessStrategyNumber && kind <= BTGreaterStrategyNumber;
	PG_RETURN_INT16(static_cast<int16>(known ? kind : InvalidStrategy));
}
