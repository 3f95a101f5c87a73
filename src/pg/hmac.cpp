// The server's HMAC-SHA-256 with a key that a call site keeps.
// SPDX-License-Identifier: PostgreSQL
#include "pg/hmac.hpp"

#include <array>

namespace objectid {

void
Hmac::create(MemoryContext memory)
{
	// With OpenSSL the server ties a context to the current resource owner, which would free it at
	// the end of the statement, with a warning. After an error, the server sets the current owner
	// and memory context itself.
	const ResourceOwner current_owner = CurrentResourceOwner;
	const MemoryContext current_memory = MemoryContextSwitchTo(memory);
	owner_ = ResourceOwnerCreate(nullptr, "objectid HMAC");
	CurrentResourceOwner = owner_;
	context_ = pg_hmac_create(PG_SHA256);
	CurrentResourceOwner = current_owner;
	MemoryContextSwitchTo(current_memory);
}

void
Hmac::free()
{
	pg_hmac_free(context_);
	if (owner_ != nullptr)
		ResourceOwnerDelete(owner_);
}

bool
Hmac::set_key(std::span<const std::uint8_t> key)
{
	key_ = key;
	// To take in a key costs several times as much as the rest. OpenSSL goes on with the last key
	// if there is none. (HMAC_Init_ex() documents it, to which the server passes its arguments.)
	// Other implementations take that for an empty key. So see which of them this is.
	is_key_in_context_ = false;
	constexpr std::array<std::uint8_t, 1> message{};
	PrfResult with_key{};
	PrfResult without{};
	if (!(*this)(message, with_key))
		return false;
	is_key_in_context_ = true;
	is_key_in_context_ = (*this)(message, without) && without == with_key;
	return true;
}

bool
Hmac::operator()(std::span<const std::uint8_t> message, PrfResult &result)
{
	const auto key = is_key_in_context_ ? std::span<const std::uint8_t>{} : key_;
	return pg_hmac_init(context_, key.data(), key.size()) == 0 &&
		   pg_hmac_update(context_, message.data(), message.size()) == 0 &&
		   pg_hmac_final(context_, result.data(), result.size()) == 0;
}

void
KeptKey::raise_failed()
{
	is_prepared = false;
	ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR),
					errmsg("could not compute HMAC-SHA-256: %s", hmac.error())));
	pg_unreachable();
}

namespace {

void
wipe(void *argument)
{
	auto *const kept = static_cast<KeptKey *>(argument);
	kept->hmac.free();
	if (!kept->key.empty())
		explicit_bzero(kept->key.data(), kept->key.size());
	explicit_bzero(kept, kept->size);
}

} // namespace

KeptKey &
kept_for_key(FunctionCallInfo fcinfo, std::span<const std::uint8_t> key, std::size_t size)
{
	FmgrInfo *const call_site = fcinfo->flinfo; // C code may have none
	const MemoryContext memory = call_site == nullptr ? CurrentMemoryContext : call_site->fn_mcxt;
	auto *kept = call_site == nullptr ? nullptr : static_cast<KeptKey *>(call_site->fn_extra);
	if (kept == nullptr)
	{
		kept = static_cast<KeptKey *>(MemoryContextAllocZero(memory, size));
		kept->size = size;
		kept->at_end = {wipe, kept, nullptr};
		MemoryContextRegisterResetCallback(memory, &kept->at_end);
		kept->hmac.create(memory);
		if (call_site != nullptr)
			call_site->fn_extra = kept;
	}
	const std::span<std::uint8_t> last = kept->key;
	if (last.size() != key.size() || memcmp(last.data(), key.data(), key.size()) != 0)
	{
		auto *const copy = static_cast<std::uint8_t *>(MemoryContextAlloc(memory, key.size()));
		memcpy(copy, key.data(), key.size());
		kept->is_prepared = false;
		kept->key = {copy, key.size()};
		if (!last.empty())
		{
			explicit_bzero(last.data(), last.size());
			pfree(last.data());
		}
	}
	return *kept;
}

} // namespace objectid
