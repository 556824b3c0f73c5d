/* Reads every event of an OTF2 archive, location after location, with the OTF2 library and counts messages:
 * about the least a reader on that library can do. Usage: otf2-count traces.otf2 */
#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
  OTF2_LocationRef *ids;
  size_t count, room;
} locations;

static struct {
  uint64_t events, sends, receives, collectives, bytes;
} seen;

static OTF2_CallbackCode on_location(void *user, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type,
                                     uint64_t events, OTF2_LocationGroupRef group) {
  (void)user, (void)name, (void)type, (void)events, (void)group;
  if (locations.count == locations.room) {
    locations.room = locations.room ? 2 * locations.room : 256;
    locations.ids = realloc(locations.ids, locations.room * sizeof *locations.ids);
    if (!locations.ids) exit(1);
  }
  locations.ids[locations.count++] = self;
  return OTF2_CALLBACK_SUCCESS;
}

#define EVENT OTF2_LocationRef at, OTF2_TimeStamp time, uint64_t position, void *user, OTF2_AttributeList *attributes
#define UNUSED (void)at, (void)time, (void)position, (void)user, (void)attributes

static OTF2_CallbackCode on_send(EVENT, uint32_t to, OTF2_CommRef comm, uint32_t tag, uint64_t bytes) {
  UNUSED, (void)to, (void)comm, (void)tag;
  seen.sends++;
  seen.bytes += bytes;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_isend(EVENT, uint32_t to, OTF2_CommRef comm, uint32_t tag, uint64_t bytes, uint64_t id) {
  UNUSED, (void)to, (void)comm, (void)tag, (void)id;
  seen.sends++;
  seen.bytes += bytes;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_receive(EVENT, uint32_t from, OTF2_CommRef comm, uint32_t tag, uint64_t bytes) {
  UNUSED, (void)from, (void)comm, (void)tag, (void)bytes;
  seen.receives++;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_ireceive(EVENT, uint32_t from, OTF2_CommRef comm, uint32_t tag, uint64_t bytes,
                                     uint64_t id) {
  UNUSED, (void)from, (void)comm, (void)tag, (void)bytes, (void)id;
  seen.receives++;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_collective(EVENT, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root, uint64_t sent,
                                       uint64_t received) {
  UNUSED, (void)op, (void)comm, (void)root, (void)sent, (void)received;
  seen.collectives++;
  return OTF2_CALLBACK_SUCCESS;
}

static void read_definitions(OTF2_Reader *reader) {
  OTF2_GlobalDefReader *global = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New();
  uint64_t count;
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, global, callbacks, NULL);
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &count);
}

static void open_locations(OTF2_Reader *reader) {
  for (size_t i = 0; i < locations.count; i++) OTF2_Reader_SelectLocation(reader, locations.ids[i]);
  int has_local = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
  OTF2_Reader_OpenEvtFiles(reader);
  for (size_t i = 0; i < locations.count; i++) {
    OTF2_DefReader *local = has_local ? OTF2_Reader_GetDefReader(reader, locations.ids[i]) : NULL;
    uint64_t count;
    if (local) {
      OTF2_Reader_ReadAllLocalDefinitions(reader, local, &count);
      OTF2_Reader_CloseDefReader(reader, local);
    }
    OTF2_Reader_GetEvtReader(reader, locations.ids[i]);
  }
  if (has_local) OTF2_Reader_CloseDefFiles(reader);
}

static void read_events(OTF2_Reader *reader) {
  OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, on_send);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, on_isend);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_receive);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, on_ireceive);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_collective);
  for (size_t i = 0; i < locations.count; i++) {
    OTF2_EvtReader *events = OTF2_Reader_GetEvtReader(reader, locations.ids[i]);
    uint64_t count = 0;
    OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, NULL);
    OTF2_Reader_ReadAllLocalEvents(reader, events, &count);
    OTF2_Reader_CloseEvtReader(reader, events);
    seen.events += count;
  }
  OTF2_EvtReaderCallbacks_Delete(callbacks);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  OTF2_Reader *reader = OTF2_Reader_Open(argv[1]);
  if (!reader) return 1;
  OTF2_Reader_SetSerialCollectiveCallbacks(reader);
  read_definitions(reader);
  open_locations(reader);
  read_events(reader);
  printf("{\"events\":%" PRIu64 ",\"sends\":%" PRIu64 ",\"receives\":%" PRIu64 ",\"collectives\":%" PRIu64
         ",\"sendBytes\":%" PRIu64 "}\n",
         seen.events, seen.sends, seen.receives, seen.collectives, seen.bytes);
  return 0;
}
