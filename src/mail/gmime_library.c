#include "mail/gmime_library.h"

#include <gmime/gmime.h>

#include "base/late_library.h"

/* The name contains the version of GMime's interface. GObject, which comes with it, is found by the
 * same name. */
static const char library_name[] = "libgmime-3.0.so.0";

static struct {
    __typeof__(g_mime_content_type_get_parameters) *g_mime_content_type_get_parameters;
    __typeof__(g_mime_content_type_is_type) *g_mime_content_type_is_type;
    __typeof__(g_mime_data_wrapper_get_stream) *g_mime_data_wrapper_get_stream;
    __typeof__(g_mime_data_wrapper_write_to_stream) *g_mime_data_wrapper_write_to_stream;
    __typeof__(g_mime_header_get_raw_value) *g_mime_header_get_raw_value;
    __typeof__(g_mime_header_list_get_count) *g_mime_header_list_get_count;
    __typeof__(g_mime_header_list_get_header_at) *g_mime_header_list_get_header_at;
    __typeof__(g_mime_init) *g_mime_init;
    __typeof__(g_mime_message_get_mime_part) *g_mime_message_get_mime_part;
    __typeof__(g_mime_multipart_get_count) *g_mime_multipart_get_count;
    __typeof__(g_mime_multipart_get_part) *g_mime_multipart_get_part;
    __typeof__(g_mime_multipart_get_type) *g_mime_multipart_get_type;
    __typeof__(g_mime_object_get_content_disposition_parameter)
        *g_mime_object_get_content_disposition_parameter;
    __typeof__(g_mime_object_get_content_type) *g_mime_object_get_content_type;
    __typeof__(g_mime_object_get_content_type_parameter) *g_mime_object_get_content_type_parameter;
    __typeof__(g_mime_object_get_disposition) *g_mime_object_get_disposition;
    __typeof__(g_mime_object_get_header) *g_mime_object_get_header;
    __typeof__(g_mime_object_get_header_list) *g_mime_object_get_header_list;
    __typeof__(g_mime_object_get_type) *g_mime_object_get_type;
    __typeof__(g_mime_param_get_encoding_method) *g_mime_param_get_encoding_method;
    __typeof__(g_mime_param_list_get_parameter) *g_mime_param_list_get_parameter;
    __typeof__(g_mime_parser_construct_message) *g_mime_parser_construct_message;
    __typeof__(g_mime_parser_new_with_stream) *g_mime_parser_new_with_stream;
    __typeof__(g_mime_part_get_content) *g_mime_part_get_content;
    __typeof__(g_mime_part_get_type) *g_mime_part_get_type;
    __typeof__(g_mime_stream_mem_get_type) *g_mime_stream_mem_get_type;
    __typeof__(g_mime_stream_mem_new_with_buffer) *g_mime_stream_mem_new_with_buffer;
    __typeof__(g_mime_stream_mem_new_with_byte_array) *g_mime_stream_mem_new_with_byte_array;
    __typeof__(g_mime_stream_mem_set_owner) *g_mime_stream_mem_set_owner;
    __typeof__(g_object_unref) *g_object_unref;
    __typeof__(g_type_check_instance_cast) *g_type_check_instance_cast;
    __typeof__(g_type_check_instance_is_a) *g_type_check_instance_is_a;
    __typeof__(internet_address_group_get_members) *internet_address_group_get_members;
    __typeof__(internet_address_group_get_type) *internet_address_group_get_type;
    __typeof__(internet_address_list_get_address) *internet_address_list_get_address;
    __typeof__(internet_address_list_length) *internet_address_list_length;
    __typeof__(internet_address_list_parse) *internet_address_list_parse;
    __typeof__(internet_address_mailbox_get_addr) *internet_address_mailbox_get_addr;
    __typeof__(internet_address_mailbox_get_idn_addr) *internet_address_mailbox_get_idn_addr;
    __typeof__(internet_address_mailbox_get_type) *internet_address_mailbox_get_type;
} library;

static const struct late_symbol symbols[] = {
    { "g_mime_content_type_get_parameters", &library.g_mime_content_type_get_parameters },
    { "g_mime_content_type_is_type", &library.g_mime_content_type_is_type },
    { "g_mime_data_wrapper_get_stream", &library.g_mime_data_wrapper_get_stream },
    { "g_mime_data_wrapper_write_to_stream", &library.g_mime_data_wrapper_write_to_stream },
    { "g_mime_header_get_raw_value", &library.g_mime_header_get_raw_value },
    { "g_mime_header_list_get_count", &library.g_mime_header_list_get_count },
    { "g_mime_header_list_get_header_at", &library.g_mime_header_list_get_header_at },
    { "g_mime_init", &library.g_mime_init },
    { "g_mime_message_get_mime_part", &library.g_mime_message_get_mime_part },
    { "g_mime_multipart_get_count", &library.g_mime_multipart_get_count },
    { "g_mime_multipart_get_part", &library.g_mime_multipart_get_part },
    { "g_mime_multipart_get_type", &library.g_mime_multipart_get_type },
    { "g_mime_object_get_content_disposition_parameter",
      &library.g_mime_object_get_content_disposition_parameter },
    { "g_mime_object_get_content_type", &library.g_mime_object_get_content_type },
    { "g_mime_object_get_content_type_parameter",
      &library.g_mime_object_get_content_type_parameter },
    { "g_mime_object_get_disposition", &library.g_mime_object_get_disposition },
    { "g_mime_object_get_header", &library.g_mime_object_get_header },
    { "g_mime_object_get_header_list", &library.g_mime_object_get_header_list },
    { "g_mime_object_get_type", &library.g_mime_object_get_type },
    { "g_mime_param_get_encoding_method", &library.g_mime_param_get_encoding_method },
    { "g_mime_param_list_get_parameter", &library.g_mime_param_list_get_parameter },
    { "g_mime_parser_construct_message", &library.g_mime_parser_construct_message },
    { "g_mime_parser_new_with_stream", &library.g_mime_parser_new_with_stream },
    { "g_mime_part_get_content", &library.g_mime_part_get_content },
    { "g_mime_part_get_type", &library.g_mime_part_get_type },
    { "g_mime_stream_mem_get_type", &library.g_mime_stream_mem_get_type },
    { "g_mime_stream_mem_new_with_buffer", &library.g_mime_stream_mem_new_with_buffer },
    { "g_mime_stream_mem_new_with_byte_array", &library.g_mime_stream_mem_new_with_byte_array },
    { "g_mime_stream_mem_set_owner", &library.g_mime_stream_mem_set_owner },
    { "g_object_unref", &library.g_object_unref },
    { "g_type_check_instance_cast", &library.g_type_check_instance_cast },
    { "g_type_check_instance_is_a", &library.g_type_check_instance_is_a },
    { "internet_address_group_get_members", &library.internet_address_group_get_members },
    { "internet_address_group_get_type", &library.internet_address_group_get_type },
    { "internet_address_list_get_address", &library.internet_address_list_get_address },
    { "internet_address_list_length", &library.internet_address_list_length },
    { "internet_address_list_parse", &library.internet_address_list_parse },
    { "internet_address_mailbox_get_addr", &library.internet_address_mailbox_get_addr },
    { "internet_address_mailbox_get_idn_addr", &library.internet_address_mailbox_get_idn_addr },
    { "internet_address_mailbox_get_type", &library.internet_address_mailbox_get_type },
};

bool gmime_library_open(GError **error)
{
    static bool opened;
    opened = opened || late_library_open(library_name, symbols, G_N_ELEMENTS(symbols), error);
    return opened;
}

/* ---- the functions, under the names of GMime and GObject ---- */

GMimeParamList *g_mime_content_type_get_parameters(GMimeContentType *content_type)
{
    return library.g_mime_content_type_get_parameters(content_type);
}

gboolean g_mime_content_type_is_type(GMimeContentType *content_type, const char *type,
                                     const char *subtype)
{
    return library.g_mime_content_type_is_type(content_type, type, subtype);
}

GMimeStream *g_mime_data_wrapper_get_stream(GMimeDataWrapper *wrapper)
{
    return library.g_mime_data_wrapper_get_stream(wrapper);
}

ssize_t g_mime_data_wrapper_write_to_stream(GMimeDataWrapper *wrapper, GMimeStream *stream)
{
    return library.g_mime_data_wrapper_write_to_stream(wrapper, stream);
}

const char *g_mime_header_get_raw_value(GMimeHeader *header)
{
    return library.g_mime_header_get_raw_value(header);
}

int g_mime_header_list_get_count(GMimeHeaderList *headers)
{
    return library.g_mime_header_list_get_count(headers);
}

GMimeHeader *g_mime_header_list_get_header_at(GMimeHeaderList *headers, int index)
{
    return library.g_mime_header_list_get_header_at(headers, index);
}

void g_mime_init(void)
{
    library.g_mime_init();
}

GMimeObject *g_mime_message_get_mime_part(GMimeMessage *message)
{
    return library.g_mime_message_get_mime_part(message);
}

int g_mime_multipart_get_count(GMimeMultipart *multipart)
{
    return library.g_mime_multipart_get_count(multipart);
}

GMimeObject *g_mime_multipart_get_part(GMimeMultipart *multipart, int index)
{
    return library.g_mime_multipart_get_part(multipart, index);
}

GType g_mime_multipart_get_type(void)
{
    return library.g_mime_multipart_get_type();
}

const char *g_mime_object_get_content_disposition_parameter(GMimeObject *object, const char *name)
{
    return library.g_mime_object_get_content_disposition_parameter(object, name);
}

GMimeContentType *g_mime_object_get_content_type(GMimeObject *object)
{
    return library.g_mime_object_get_content_type(object);
}

const char *g_mime_object_get_content_type_parameter(GMimeObject *object, const char *name)
{
    return library.g_mime_object_get_content_type_parameter(object, name);
}

const char *g_mime_object_get_disposition(GMimeObject *object)
{
    return library.g_mime_object_get_disposition(object);
}

const char *g_mime_object_get_header(GMimeObject *object, const char *header)
{
    return library.g_mime_object_get_header(object, header);
}

GMimeHeaderList *g_mime_object_get_header_list(GMimeObject *object)
{
    return library.g_mime_object_get_header_list(object);
}

GType g_mime_object_get_type(void)
{
    return library.g_mime_object_get_type();
}

GMimeParamEncodingMethod g_mime_param_get_encoding_method(GMimeParam *param)
{
    return library.g_mime_param_get_encoding_method(param);
}

GMimeParam *g_mime_param_list_get_parameter(GMimeParamList *list, const char *name)
{
    return library.g_mime_param_list_get_parameter(list, name);
}

GMimeMessage *g_mime_parser_construct_message(GMimeParser *parser, GMimeParserOptions *options)
{
    return library.g_mime_parser_construct_message(parser, options);
}

GMimeParser *g_mime_parser_new_with_stream(GMimeStream *stream)
{
    return library.g_mime_parser_new_with_stream(stream);
}

GMimeDataWrapper *g_mime_part_get_content(GMimePart *mime_part)
{
    return library.g_mime_part_get_content(mime_part);
}

GType g_mime_part_get_type(void)
{
    return library.g_mime_part_get_type();
}

GType g_mime_stream_mem_get_type(void)
{
    return library.g_mime_stream_mem_get_type();
}

GMimeStream *g_mime_stream_mem_new_with_buffer(const char *buffer, size_t len)
{
    return library.g_mime_stream_mem_new_with_buffer(buffer, len);
}

GMimeStream *g_mime_stream_mem_new_with_byte_array(GByteArray *array)
{
    return library.g_mime_stream_mem_new_with_byte_array(array);
}

void g_mime_stream_mem_set_owner(GMimeStreamMem *mem, gboolean owner)
{
    library.g_mime_stream_mem_set_owner(mem, owner);
}

void g_object_unref(gpointer object)
{
    library.g_object_unref(object);
}

GTypeInstance *g_type_check_instance_cast(GTypeInstance *instance, GType type)
{
    return library.g_type_check_instance_cast(instance, type);
}

gboolean g_type_check_instance_is_a(GTypeInstance *instance, GType type)
{
    return library.g_type_check_instance_is_a(instance, type);
}

InternetAddressList *internet_address_group_get_members(InternetAddressGroup *group)
{
    return library.internet_address_group_get_members(group);
}

GType internet_address_group_get_type(void)
{
    return library.internet_address_group_get_type();
}

InternetAddress *internet_address_list_get_address(InternetAddressList *list, int index)
{
    return library.internet_address_list_get_address(list, index);
}

int internet_address_list_length(InternetAddressList *list)
{
    return library.internet_address_list_length(list);
}

InternetAddressList *internet_address_list_parse(GMimeParserOptions *options, const char *str)
{
    return library.internet_address_list_parse(options, str);
}

const char *internet_address_mailbox_get_addr(InternetAddressMailbox *mailbox)
{
    return library.internet_address_mailbox_get_addr(mailbox);
}

const char *internet_address_mailbox_get_idn_addr(InternetAddressMailbox *mailbox)
{
    return library.internet_address_mailbox_get_idn_addr(mailbox);
}

GType internet_address_mailbox_get_type(void)
{
    return library.internet_address_mailbox_get_type();
}
