/** Groups of calls that `--calls` knows by one name. */
const names = {
  p2p: `Send Bsend Ssend Rsend Isend Ibsend Issend Irsend Recv Irecv Mrecv Imrecv Sendrecv Sendrecv_replace
    Isendrecv Isendrecv_replace Start Startall Send_init Bsend_init Ssend_init Rsend_init Recv_init`,
  collective: `Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw Reduce
    Allreduce Reduce_scatter Reduce_scatter_block Scan Exscan Neighbor_allgather Neighbor_allgatherv Neighbor_alltoall
    Neighbor_alltoallv Neighbor_alltoallw`,
  'one-sided': `Put Get Accumulate Get_accumulate Fetch_and_op Compare_and_swap Rput Rget Raccumulate Rget_accumulate`,
  io: `File_read File_read_all File_read_all_begin File_read_at File_read_at_all File_read_at_all_begin
    File_read_ordered File_read_ordered_begin File_read_shared File_write File_write_all File_write_all_begin
    File_write_at File_write_at_all File_write_at_all_begin File_write_ordered File_write_ordered_begin
    File_write_shared File_iread File_iread_at File_iread_shared File_iread_all File_iread_at_all File_iwrite
    File_iwrite_at File_iwrite_shared File_iwrite_all File_iwrite_at_all`,
};

export const callGroups: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(names).map(([group, list]) => [group, list.split(/\s+/).flatMap(callsOf(group))]),
);

/** Every collective has a non-blocking form. */
function callsOf(group: string): (name: string) => string[] {
  return (name) => (group === 'collective' ? [`MPI_${name}`, `MPI_I${name.toLowerCase()}`] : [`MPI_${name}`]);
}
