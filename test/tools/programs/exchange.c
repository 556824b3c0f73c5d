/* A little of everything a tracer should see: blocking and non-blocking messages on the world and on halves of
 * it, collectives with and without a root. Sizes differ for every pair, so that a byte matrix tells them apart. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char *buffer_of(int bytes) { return calloc(bytes > 0 ? bytes : 1, 1); }

static void ring(int rank, int size, int rounds) {
  int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  for (int round = 0; round < rounds; round++) {
    int out = 100 * (rank + 1) + round, in = 100 * (previous + 1) + round;
    char *sent = buffer_of(out), *received = buffer_of(in);
    if (rank % 2 == 0) {
      MPI_Send(sent, out, MPI_BYTE, next, round, MPI_COMM_WORLD);
      MPI_Recv(received, in, MPI_BYTE, previous, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(received, in, MPI_BYTE, previous, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(sent, out, MPI_BYTE, next, round, MPI_COMM_WORLD);
    }
    free(sent);
    free(received);
  }
}

static void all_pairs(MPI_Comm comm, int scale) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Request *requests = malloc(2 * size * sizeof *requests);
  char **buffers = malloc(2 * size * sizeof *buffers);
  int count = 0;
  for (int peer = 0; peer < size; peer++) {
    if (peer == rank) continue;
    int in = scale * (peer * size + rank + 1), out = scale * (rank * size + peer + 1);
    buffers[count] = buffer_of(in);
    MPI_Irecv(buffers[count], in, MPI_BYTE, peer, 7, comm, &requests[count]);
    count++;
    buffers[count] = buffer_of(out);
    MPI_Isend(buffers[count], out, MPI_BYTE, peer, 7, comm, &requests[count]);
    count++;
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < count; i++) free(buffers[i]);
  free(buffers);
  free(requests);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  ring(rank, size, 5);
  all_pairs(MPI_COMM_WORLD, 8);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  all_pairs(half, 1000);
  double mine = rank, sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, half);
  MPI_Bcast(&sum, 1, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("exchanged among %d ranks\n", size);
  MPI_Finalize();
  return 0;
}
