// What a process keeps of tables, up to a limit.
// SPDX-License-Identifier: PostgreSQL
#include "pg/kept.hpp"

namespace objectid {

namespace {

constexpr Size limit = Size{8} * 1024 * 1024;

constinit dlist_head all = {}; // the one that was asked for last comes first
constinit Size size_of_all = 0;

Kept &
kept_at(dlist_node *node)
{
	static_assert(offsetof(Kept, place) == 0);
	return *reinterpret_cast<Kept *>(node);
}

void
measure(Kept &kept)
{
	size_of_all -= kept.size;
	kept.size = kept.measure(kept.entry);
	size_of_all += kept.size;
}

void
release(void *kept)
{
	--static_cast<Kept *>(kept)->users;
}

} // namespace

void
keep(Kept &kept)
{
	// The one before has been used since, which can have made it larger.
	if (!dlist_is_empty(&all))
		measure(kept_at(dlist_head_node(&all)));
	measure(kept);
	if (kept.place.next != nullptr)
		dlist_delete(&kept.place);
	dlist_push_head(&all, &kept.place);
	for (dlist_node *node = all.head.prev; size_of_all > limit && node != &kept.place;)
	{
		Kept &oldest = kept_at(node);
		node = node->prev;
		if (oldest.users > 0)
			continue;
		dlist_delete(&oldest.place);
		size_of_all -= oldest.size;
		oldest.drop(oldest.entry);
	}
}

void
hold(Kept &kept)
{
	auto *const callback =
		static_cast<MemoryContextCallback *>(palloc(sizeof(MemoryContextCallback)));
	callback->func = release;
	callback->arg = &kept;
	MemoryContextRegisterResetCallback(CurrentMemoryContext, callback);
	++kept.users;
}

} // namespace objectid
