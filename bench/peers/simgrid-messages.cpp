// Runs the phases of a message file on SimGrid (S4U): every rank sends its messages of a phase at once and goes on when
// they have arrived. Prints one line of JSON. Usage: simgrid-messages <file> <tree4096|tree1024|torus1024> <bytes> [--cfg=...]
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/s4u.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace s4u = simgrid::s4u;
using simgrid::kernel::routing::NetPoint;

namespace {

constexpr double kBandwidth = 12.5e9;
constexpr double kLatency = 100e-9;

std::vector<s4u::Host*> hosts;

// For each rank, for each phase, the destinations.
using Program = std::vector<std::vector<std::vector<int>>>;

Program read_program(const char* path)
{
  FILE* file = std::fopen(path, "rb");
  if (file == nullptr) {
    std::perror(path);
    std::exit(1);
  }
  auto next = [file]() {
    std::int32_t value = 0;
    if (std::fread(&value, sizeof value, 1, file) != 1) {
      std::fprintf(stderr, "the message file ends early\n");
      std::exit(1);
    }
    return value;
  };
  const int ranks = next();
  const int phases = next();
  Program program(ranks, std::vector<std::vector<int>>(phases));
  for (int phase = 0; phase < phases; phase++) {
    const int count = next();
    for (int m = 0; m < count; m++) {
      const int src = next();
      program[src][phase].push_back(next());
    }
  }
  std::fclose(file);
  return program;
}

std::pair<NetPoint*, NetPoint*> make_host(s4u::NetZone* zone, const std::vector<unsigned long>&, unsigned long id)
{
  auto* host = zone->create_host("host-" + std::to_string(id), 1e9);
  host->seal();
  if (hosts.size() <= id) hosts.resize(id + 1);
  hosts[id] = host;
  return {host->get_netpoint(), nullptr};
}

void build(const std::string& machine)
{
  const s4u::ClusterCallbacks callbacks(make_host);
  const auto duplex = s4u::Link::SharingPolicy::SPLITDUPLEX;
  s4u::NetZone* zone = nullptr;
  if (machine == "tree4096")
    zone = s4u::create_fatTree_zone("m", nullptr, s4u::FatTreeParams(3, {16, 16, 16}, {1, 16, 16}, {1, 1, 1}), callbacks,
                                    kBandwidth, kLatency, duplex);
  else if (machine == "tree1024")
    zone = s4u::create_fatTree_zone("m", nullptr, s4u::FatTreeParams(3, {16, 8, 8}, {1, 16, 8}, {1, 1, 1}), callbacks,
                                    kBandwidth, kLatency, duplex);
  else
    zone = s4u::create_torus_zone("m", nullptr, {16, 8, 8}, callbacks, kBandwidth, kLatency, duplex);
  zone->seal();
}

double cpu_seconds()
{
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

int main(int argc, char** argv)
{
  s4u::Engine engine(&argc, argv);
  if (argc != 4) {
    std::fprintf(stderr, "usage: simgrid-messages <file> <machine> <bytes>\n");
    return 2;
  }
  const Program program = read_program(argv[1]);
  const auto bytes = static_cast<std::uint64_t>(std::atoll(argv[3]));
  build(argv[2]);
  const double before = cpu_seconds();
  long messages = 0;
  for (std::size_t rank = 0; rank < program.size(); rank++) {
    s4u::Actor::create("rank", hosts[rank], [&program, &messages, rank, bytes]() {
      for (const auto& targets : program[rank]) {
        std::vector<s4u::CommPtr> sends;
        sends.reserve(targets.size());
        for (const int to : targets) sends.push_back(s4u::Comm::sendto_async(hosts[rank], hosts[to], bytes));
        s4u::Comm::wait_all(sends);
        messages += static_cast<long>(targets.size());
      }
    });
  }
  engine.run();
  const double cpu = cpu_seconds() - before;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"messages\":%ld,\"cpu\":%.6f,\"memory\":%ld,\"end\":%.12f}\n", messages, cpu, usage.ru_maxrss / 1024,
              s4u::Engine::get_clock());
}
