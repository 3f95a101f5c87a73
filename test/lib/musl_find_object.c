/*
 * For programs in C++ with musl: glibc's _dl_find_object(), by which the unwinder in Debian's
 * libgcc_eh.a finds the frames of a function. build_musl.sh puts it into libstdc++.a.
 * SPDX-License-Identifier: PostgreSQL
 */
#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>

/* struct dl_find_object of glibc's dlfcn.h */
struct found
{
	unsigned long long flags;
	void *map_start;
	void *map_end;
	struct link_map *link_map;
	void *eh_frame;
};

struct search
{
	uintptr_t address;
	struct found *found;
};

static int
has_address(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *search = arg;
	void *eh_frame = NULL;
	int has = 0;

	(void) size;
	for (int i = 0; i < info->dlpi_phnum; i++)
	{
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + part->p_vaddr;

		if (part->p_type == PT_GNU_EH_FRAME)
			eh_frame = (void *) start;
		else if (part->p_type == PT_LOAD && search->address - start < part->p_memsz)
			has = 1;
	}
	if (has)
		search->found->eh_frame = eh_frame;
	return has && eh_frame != NULL;
}

int
_dl_find_object(void *address, struct found *found)
{
	struct search search = {(uintptr_t) address, found};

	return dl_iterate_phdr(has_address, &search) ? 0 : -1;
}
