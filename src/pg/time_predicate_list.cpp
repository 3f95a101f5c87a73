// The kinds of id and the predicates on them by their names.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_predicate_list.hpp"

#include "pg/id_datum.hpp"

#include <algorithm>
#include <iterator>

namespace objectid {

namespace {

template <IdKind Kind>
AnyIdRange
any_ids_within(const TimeRange &range)
{
	const IdRange<Kind> ids = ids_within<Kind>(range);
	const auto smallest = Kind::min(0);
	if (ids.empty())
		return {.from = id_to_datum(smallest), .to = 0, .from_open = false, .empty = true};
	return {.from = id_to_datum(*ids.from),
			.to = ids.to ? id_to_datum(*ids.to) : 0,
			.from_open = *ids.from == smallest,
			.empty = false};
}

template <IdKind Kind>
bool
is_of_kind(Datum id)
{
	return Kind::pg_us(id_from_datum<typename Kind::Id>(id)).has_value();
}

template <IdKind Kind>
constexpr AnyIdKind kind{Kind::sql_prefix, Kind::version_test, sizeof(typename Kind::Id),
						 &any_ids_within<Kind>, &is_of_kind<Kind>};

// Only its version can be tested: RFC 9562 leaves the rest of a version 8 to the implementation.
constexpr AnyIdKind kind_v8{"uuid_v8", "uuid_is_v8", sizeof(Uuid), nullptr,
							[](Datum id) { return id_from_datum<Uuid>(id).has_version(8); }};

#define COMPARED_ROW(function, kind_name, id_position, comparison)                                 \
	{#function, &kind<kind_name>, id_position, Form::compared, Comparison::comparison},
#define WITHIN_ROW(function, kind_name, id_position)                                               \
	{#function, &kind<kind_name>, id_position, Form::within},

using Form = Predicate::Form;
constexpr Predicate predicates[] = {
	OBJECTID_TIME_PREDICATES(COMPARED_ROW, WITHIN_ROW)
	// Those of other files:
	{"objectid_lt", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::less},
	{"objectid_le", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::less_equal},
	{"objectid_ge", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::greater_equal},
	{"objectid_gt", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::greater},
	{"uuid_is_v6", &kind<UuidV6Time>, 0, Form::version},
	{"uuid_is_v7", &kind<UuidV7Time>, 0, Form::version},
	{"uuid_is_v8", &kind_v8, 0, Form::version},
};
#undef COMPARED_ROW
#undef WITHIN_ROW

} // namespace

const Predicate *
predicate_named(std::string_view name)
{
	const auto *end = std::end(predicates);
	const auto *found = std::find_if(std::begin(predicates), end,
									 [name](const Predicate &each) { return name == each.name; });
	return found == end ? nullptr : found;
}

} // namespace objectid
