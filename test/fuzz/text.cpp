// Fuzzes the text forms of objectid: what is accepted, what comes back, what libbson says of it.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"
#include "require.hpp"

#include <bson/bson.h>

#include <regex.h>
#include <string>

using namespace objectid;

namespace {

// The forms once more, written by somebody who need not be fast.
bool
is_one_of_the_forms(const std::string &input)
{
	static const regex_t forms = [] {
		regex_t compiled;
		require(regcomp(&compiled,
						"^([0-9a-fA-F]{24}"
						"|(new )?ObjectId\\([0-9a-fA-F]{24}\\)"
						"|(new )?ObjectId\\(\"[0-9a-fA-F]{24}\"\\)"
						"|(new )?ObjectId\\('[0-9a-fA-F]{24}'\\)"
						"|\\{[ \t\n\r]*\"\\$oid\"[ \t\n\r]*:[ \t\n\r]*"
						"\"[0-9a-fA-F]{24}\"[ \t\n\r]*\\})$",
						REG_EXTENDED) == 0);
		return compiled;
	}();
	regmatch_t all{0, static_cast<regoff_t>(input.size())}; // zero bytes too
	return regexec(&forms, input.data(), 1, &all, REG_STARTEND) == 0;
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
	const std::string input(reinterpret_cast<const char *>(data), size);
	const auto id = parse_objectid(input);

	require(id.has_value() == is_one_of_the_forms(input));
	// Section 8 of the vectors, X-4: libbson takes 25 bytes that end in a zero, which text of the
	// server never holds.
	if (size == objectid_text_length)
		require(id.has_value() == bson_oid_is_valid(input.data(), size));
	if (!id)
		return 0;

	std::string digits(objectid_text_length, ' ');
	encode_hex(id->bytes, digits.data());
	require(parse_objectid(digits) == id);
	require(parse_objectid("ObjectId(" + digits + ")") == id);
	require(parse_objectid("new ObjectId('" + digits + "')") == id);
	require(parse_objectid("{\"$oid\":\"" + digits + "\"}") == id);

	bson_oid_t oid;
	bson_oid_init_from_string(&oid, digits.c_str());
	require(std::equal(id->bytes.begin(), id->bytes.end(), oid.bytes));
	require(static_cast<std::uint32_t>(bson_oid_get_time_t(&oid)) == id->unix_s());
	return 0;
}
