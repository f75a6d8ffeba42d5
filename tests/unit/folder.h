/*
 * folder.h: a folder for each test, which is removed afterwards.
 */
#ifndef POSTMOVE_TEST_FOLDER_H
#define POSTMOVE_TEST_FOLDER_H

#include <ftw.h>
#include <glib.h>
#include <glib/gstdio.h>

static inline char *folder_new(void)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("postmove-test-XXXXXX", &error);
    g_assert_no_error(error);
    return folder;
}

static inline int folder_remove_one(const char *path, const struct stat *status, int kind,
                                    struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return g_remove(path);
}

static inline void folder_free(char *folder)
{
    g_assert_cmpint(nftw(folder, folder_remove_one, 16, FTW_DEPTH | FTW_PHYS), ==, 0);
    g_free(folder);
}

typedef char Folder;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Folder, folder_free)

/* The keys of a group in a file of words. */
static inline char **keys_of(const char *path, const char *group)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_assert_true(g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL));
    char **keys = g_key_file_get_keys(file, group, NULL, NULL);
    g_assert_nonnull(keys);
    return keys;
}

/* Writes FOLDER/NAME. */
static inline void folder_put(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* The text of FOLDER/NAME; NULL if there is no such file. Free with g_free. */
static inline char *folder_get(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

/* How many names FOLDER/NAME has, hidden ones too. */
static inline int folder_count(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(GDir) directory = g_dir_open(path, 0, NULL);
    g_assert_nonnull(directory);
    int count = 0;
    while (g_dir_read_name(directory) != NULL) {
        count++;
    }
    return count;
}

#endif
