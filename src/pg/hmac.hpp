// The server's HMAC-SHA-256 with a key that a call site keeps: most have the same for all rows.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/prf.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// In memory that is zero, and that is wiped by free().
class Hmac
{
  public:
	// Has a context in this memory context, which must outlive it.
	void create(MemoryContext memory);

	void free();

	// The key must outlive this. False if a computation fails.
	[[nodiscard]] bool set_key(std::span<const std::uint8_t> key);

	// Raises no error if the key has no more than 64 bytes.
	[[nodiscard]] bool operator()(std::span<const std::uint8_t> message, PrfResult &result);

	// Why the last computation has failed.
	[[nodiscard]] const char *error() const
	{
		return pg_hmac_error(context_);
	}

  private:
	ResourceOwner owner_;
	pg_hmac_ctx *context_;
	std::span<const std::uint8_t> key_;
	bool is_key_in_context_;
};

// What a call site keeps: the key of its last call, and what was made of it. All of it is wiped in
// the end.
struct KeptKey
{
	std::span<std::uint8_t> key;
	bool is_prepared; // the rest is for this key
	Hmac hmac;
	std::size_t size;
	MemoryContextCallback at_end;

	// XX000: a computation has failed.
	[[noreturn]] void raise_failed();
};

// What the call site keeps, which Kept, derived from KeptKey, begins with zeros; with the bytes of
// this argument as its key. If that was another one, it is not prepared.
KeptKey &kept_for_key(FunctionCallInfo fcinfo, std::span<const std::uint8_t> key, std::size_t size);

template <typename Kept>
inline Kept &
kept_for_key(FunctionCallInfo fcinfo, std::span<const std::uint8_t> key)
{
	return static_cast<Kept &>(kept_for_key(fcinfo, key, sizeof(Kept)));
}

} // namespace objectid
