/**
 * Every function that leaves a record, by id: its name and its arguments in the order they are stored.
 *
 * i i32, r request, q i64, b u8, z string; t c g f n k e w are 16-bit ids of a datatype, communicator, group, file,
 * info, keyval, error handler, window; x[] an array with its own length; s statuses; z* as many strings as argc says;
 * ?R only where commrank = root, ?O only where oldcommrank = root.
 */
export const functionTable = `
0 MPI_Send count:i datatype:t dest:i tag:i comm:c
1 MPI_Recv count:i datatype:t source:i tag:i comm:c status:s
2 MPI_Get_count status:s datatype:t count:i
3 MPI_Bsend count:i datatype:t dest:i tag:i comm:c
4 MPI_Ssend count:i datatype:t dest:i tag:i comm:c
5 MPI_Rsend count:i datatype:t dest:i tag:i comm:c
6 MPI_Buffer_attach size:i
7 MPI_Buffer_detach size:i
8 MPI_Isend count:i datatype:t dest:i tag:i comm:c request:r
9 MPI_Ibsend count:i datatype:t dest:i tag:i comm:c request:r
10 MPI_Issend count:i datatype:t dest:i tag:i comm:c request:r
11 MPI_Irsend count:i datatype:t dest:i tag:i comm:c request:r
12 MPI_Irecv count:i datatype:t source:i tag:i comm:c request:r
13 MPI_Wait request:r status:s
14 MPI_Test request:r flag:i status:s
15 MPI_Request_free request:r
16 MPI_Waitany count:i requests:r[] index:i status:s
17 MPI_Testany count:i requests:r[] index:i flag:i status:s
18 MPI_Waitall count:i requests:r[] statuses:s
19 MPI_Testall count:i requests:r[] flag:i statuses:s
20 MPI_Waitsome count:i requests:r[] outcount:i indices:i[] statuses:s
21 MPI_Testsome count:i requests:r[] outcount:i indices:i[] statuses:s
22 MPI_Iprobe source:i tag:i comm:c flag:i status:s
23 MPI_Probe source:i tag:i comm:c status:s
24 MPI_Cancel request:r
25 MPI_Test_cancelled status:s cancelled:i
26 MPI_Send_init count:i datatype:t dest:i tag:i comm:c request:r
27 MPI_Bsend_init count:i datatype:t dest:i tag:i comm:c request:r
28 MPI_Ssend_init count:i datatype:t dest:i tag:i comm:c request:r
29 MPI_Rsend_init count:i datatype:t dest:i tag:i comm:c request:r
30 MPI_Recv_init count:i datatype:t source:i tag:i comm:c request:r
31 MPI_Start request:r
32 MPI_Startall count:i requests:r[]
33 MPI_Sendrecv sendcount:i sendtype:t dest:i sendtag:i recvcount:i recvtype:t source:i recvtag:i comm:c status:s
34 MPI_Sendrecv_replace count:i datatype:t dest:i sendtag:i source:i recvtag:i comm:c status:s
35 MPI_Type_contiguous count:i oldtype:t newtype:t
36 MPI_Type_vector count:i blocklength:i stride:i oldtype:t newtype:t
37 MPI_Type_hvector count:i blocklength:i stride:i oldtype:t newtype:t
38 MPI_Type_indexed count:i lengths:i[] indices:i[] oldtype:t newtype:t
39 MPI_Type_hindexed count:i lengths:i[] indices:i[] oldtype:t newtype:t
40 MPI_Type_struct count:i lengths:i[] indices:i[] oldtypes:t[] newtype:t
41 MPI_Address address:i
42 MPI_Type_extent datatype:t extent:i
43 MPI_Type_size datatype:t size:i
44 MPI_Type_lb datatype:t lb:i
45 MPI_Type_ub datatype:t ub:i
46 MPI_Type_commit datatype:t
47 MPI_Type_free datatype:t
48 MPI_Get_elements status:s datatype:t elements:i
49 MPI_Pack incount:i datatype:t outcount:i position.in:i position.out:i comm:c
50 MPI_Unpack incount:i position.in:i position.out:i outcount:i datatype:t comm:c
51 MPI_Pack_size incount:i datatype:t comm:c size:i
52 MPI_Barrier comm:c
53 MPI_Bcast count:i datatype:t root:i comm:c
54 MPI_Gather commrank:i sendcount:i sendtype:t root:i comm:c recvcount:i?R recvtype:t?R
55 MPI_Gatherv commrank:i commsize:i sendcount:i sendtype:t root:i comm:c recvcounts:i[]?R displs:i[]?R recvtype:t
56 MPI_Scatter commrank:i recvcount:i recvtype:t root:i comm:c sendcount:i?R sendtype:t?R
57 MPI_Scatterv commrank:i commsize:i sendtype:t recvcount:i recvtype:t root:i comm:c sendcounts:i[]?R displs:i[]?R
58 MPI_Allgather sendcount:i sendtype:t recvcount:i recvtype:t comm:c
59 MPI_Allgatherv commsize:i sendcount:i sendtype:t recvcounts:i[] displs:i[] recvtype:t comm:c
60 MPI_Alltoall sendcount:i sendtype:t recvcount:i recvtype:t comm:c
61 MPI_Alltoallv commsize:i sendcounts:i[] senddispls:i[] sendtype:t recvcounts:i[] recvdispls:i[] recvtype:t comm:c
62 MPI_Reduce count:i datatype:t op:b root:i comm:c
63 MPI_Op_create commute:i op:b
64 MPI_Op_free op:b
65 MPI_Allreduce count:i datatype:t op:b comm:c
66 MPI_Reduce_scatter commsize:i recvcounts:i[] datatype:t op:b comm:c
67 MPI_Scan count:i datatype:t op:b comm:c
68 MPI_Group_size group:g size:i
69 MPI_Group_rank group:g rank:i
70 MPI_Group_translate_ranks group1:g count:i ranks1:i[] group2:g ranks2:i[]
71 MPI_Group_compare group1:g group2:g result:b
72 MPI_Comm_group comm:c group:g
73 MPI_Group_union group1:g group2:g newgroup:g
74 MPI_Group_intersection group1:g group2:g newgroup:g
75 MPI_Group_difference group1:g group2:g newgroup:g
76 MPI_Group_incl group:g count:i ranks:i[] newgroup:g
77 MPI_Group_excl group:g count:i ranks:i[] newgroup:g
78 MPI_Group_range_incl group:g count:i ranges:i[][] newgroup:g
79 MPI_Group_range_excl group:g count:i ranges:i[][] newgroup:g
80 MPI_Group_free group:g
81 MPI_Comm_size comm:c size:i
82 MPI_Comm_rank comm:c rank:i
83 MPI_Comm_compare comm1:c comm2:c result:b
84 MPI_Comm_dup oldcomm:c newcomm:c
85 MPI_Comm_create oldcomm:c group:g newcomm:c
86 MPI_Comm_split oldcomm:c color:i key:i newcomm:c
87 MPI_Comm_free comm:c
88 MPI_Comm_test_inter comm:c inter:i
89 MPI_Comm_remote_size comm:c size:i
90 MPI_Comm_remote_group comm:c group:g
91 MPI_Intercomm_create localcomm:c localleader:i remotecomm:c remoteleader:i tag:i newcomm:c
92 MPI_Intercomm_merge comm:c high:i newcomm:c
93 MPI_Keyval_create key:k
94 MPI_Keyval_free key:k
95 MPI_Attr_put comm:c key:i
96 MPI_Attr_get comm:c key:i flag:i
97 MPI_Attr_delete comm:c key:i
98 MPI_Topo_test comm:c topo:b
99 MPI_Cart_create oldcomm:c ndim:i dims:i[] periods:i[] reorder:i newcomm:c
100 MPI_Dims_create nodes:i ndim:i dims.in:i[] dims.out:i[]
101 MPI_Graph_create numedges:i oldcomm:c nodes:i index:i[] edges:i[] reorder:i newcomm:c
102 MPI_Graphdims_get comm:c nodes:i edges:i
103 MPI_Graph_get totedges:i totnodes:i comm:c maxindex:i maxedges:i index:i[] edges:i[]
104 MPI_Cartdim_get comm:c ndim:i
105 MPI_Cart_get ndim:i comm:c maxdims:i dims:i[] periods:i[] coords:i[]
106 MPI_Cart_rank ndim:i comm:c coords:i[] rank:i
107 MPI_Cart_coords ndim:i comm:c rank:i maxdims:i coords:i[]
108 MPI_Graph_neighbors_count comm:c rank:i nneigh:i
109 MPI_Graph_neighbors nneigh:i comm:c rank:i maxneighbors:i neighbors:i[]
110 MPI_Cart_shift comm:c direction:i displ:i source:i dest:i
111 MPI_Cart_sub ndim:i oldcomm:c remain_dims:i[] newcomm:c
112 MPI_Cart_map comm:c ndim:i dims:i[] period:i[] newrank:i
113 MPI_Graph_map numedges:i comm:c nodes:i index:i[] edges:i[] newrank:i
114 MPI_Get_processor_name name:z resultlen:i
115 MPI_Get_version version:i subversion:i
116 MPI_Errhandler_create errhandler:e
117 MPI_Errhandler_set comm:c errhandler:e
118 MPI_Errhandler_get comm:c errhandler:e
119 MPI_Errhandler_free errhandler:e
120 MPI_Error_string errorcode:i errorstring:z resultlen:i
121 MPI_Error_class errorcode:i errorclass:i
122 MPI_Wtime
123 MPI_Wtick
124 MPI_Init argc:i argv:z*
125 MPI_Finalize
126 MPI_Initialized result:i
127 MPI_Abort comm:c errorcode:i
129 MPI_Close_port portname:z
130 MPI_Comm_accept portname:z info:n root:i oldcomm:c newcomm:c
131 MPI_Comm_connect portname:z info:n root:i oldcomm:c newcomm:c
132 MPI_Comm_disconnect comm:c
133 MPI_Comm_get_parent parent:c
134 MPI_Comm_join fd:i comm:c
135 MPI_Comm_spawn oldcommrank:i root:i oldcomm:c newcomm:c command:z?O argv:z[]?O maxprocs:i?O info:n?O errcodes:i[]?O
136 MPI_Comm_spawn_multiple totprocs:i oldcommrank:i root:i oldcomm:c newcomm:c count:i?O commands:z[]?O argvs:z[][]?O maxprocs:i[]?O info:n[]?O errcodes:i[]?O
137 MPI_Lookup_name servicename:z info:n portname:z
138 MPI_Open_port info:n portname:z
139 MPI_Publish_name servicename:z info:n portname:z
140 MPI_Unpublish_name servicename:z info:n portname:z
141 MPI_Accumulate origincount:i origintype:t targetrank:i targetdisp:i targetcount:i targettype:t op:b win:w
142 MPI_Get origincount:i origintype:t targetrank:i targetdisp:i targetcount:i targettype:t win:w
143 MPI_Put origincount:i origintype:t targetrank:i targetdisp:i targetcount:i targettype:t win:w
144 MPI_Win_complete win:w
145 MPI_Win_create size:i dispunit:i info:n comm:c win:w
146 MPI_Win_fence assertion:b win:w
147 MPI_Win_free win:w
148 MPI_Win_get_group win:w group:g
149 MPI_Win_lock locktype:b winrank:i assertion:b win:w
150 MPI_Win_post group:g assertion:b win:w
151 MPI_Win_start group:g assertion:b win:w
152 MPI_Win_test win:w flag:i
153 MPI_Win_unlock winrank:i win:w
154 MPI_Win_wait win:w
155 MPI_Alltoallw commsize:i sendcounts:i[] senddispls:i[] sendtypes:t[] recvcounts:i[] recvdispls:i[] recvtypes:t[] comm:c
156 MPI_Exscan count:i datatype:t op:b comm:c
157 MPI_Add_error_class errorclass:i
158 MPI_Add_error_code errorclass:i errorcode:i
159 MPI_Add_error_string errorcode:i errorstring:z
160 MPI_Comm_call_errhandler comm:c errorcode:i
161 MPI_Comm_create_keyval keyval:k
162 MPI_Comm_delete_attr comm:c keyval:k
163 MPI_Comm_free_keyval keyval:k
164 MPI_Comm_get_attr comm:c keyval:k flag:i
165 MPI_Comm_get_name comm:c name:z resultlen:i
166 MPI_Comm_set_attr comm:c keyval:k
167 MPI_Comm_set_name comm:c name:z
168 MPI_File_call_errhandler file:f errorcode:i
169 MPI_Grequest_complete request:r
170 MPI_Grequest_start request:r
171 MPI_Init_thread argc:i argv:z* required:b provided:b
172 MPI_Is_thread_main flag:i
173 MPI_Query_thread supported:b
174 MPI_Status_set_cancelled status:s flag:i
175 MPI_Status_set_elements status:s datatype:t count:i
176 MPI_Type_create_keyval keyval:k
177 MPI_Type_delete_attr datatype:t keyval:k
178 MPI_Type_dup oldtype:t newtype:t
179 MPI_Type_free_keyval keyval:k
180 MPI_Type_get_attr datatype:t keyval:k flag:i
181 MPI_Type_get_contents numdatatypes:i numaddresses:i numintegers:i datatype:t maxintegers:i maxaddresses:i maxdatatypes:i arrintegers:i[] arraddresses:i[] arrdatatypes:t[]
182 MPI_Type_get_envelope datatype:t numintegers:i numaddresses:i numdatatypes:i combiner:b
183 MPI_Type_get_name datatype:t name:z resultlen:i
184 MPI_Type_set_attr datatype:t keyval:k
185 MPI_Type_set_name datatype:t name:z
186 MPI_Type_match_size typeclass:b size:i datatype:t
187 MPI_Win_call_errhandler win:w errorcode:i
188 MPI_Win_create_keyval keyval:k
189 MPI_Win_delete_attr win:w keyval:k
190 MPI_Win_free_keyval keyval:k
191 MPI_Win_get_attr win:w keyval:k flag:i
192 MPI_Win_get_name win:w name:z resultlen:i
193 MPI_Win_set_attr win:w keyval:k
194 MPI_Win_set_name win:w name:z
195 MPI_Alloc_mem size:i info:n
196 MPI_Comm_create_errhandler errhandler:e
197 MPI_Comm_get_errhandler comm:c errhandler:e
198 MPI_Comm_set_errhandler comm:c errhandler:e
199 MPI_File_create_errhandler errhandler:e
200 MPI_File_get_errhandler file:f errhandler:e
201 MPI_File_set_errhandler file:f errhandler:e
202 MPI_Finalized flag:i
203 MPI_Free_mem
204 MPI_Get_address address:i
205 MPI_Info_create info:n
206 MPI_Info_delete info:n key:z
207 MPI_Info_dup oldinfo:n newinfo:n
208 MPI_Info_free info:n
209 MPI_Info_get info:n key:z valuelength:i value:z flag:i
210 MPI_Info_get_nkeys info:n nkeys:i
211 MPI_Info_get_nthkey info:n n:i key:z
212 MPI_Info_get_valuelen info:n key:z valuelen:i flag:i
213 MPI_Info_set info:n key:z value:z
214 MPI_Pack_external datarep:z incount:i intype:t outcount:i position.in:i position.out:i
215 MPI_Pack_external_size datarep:z incount:i datatype:t size:i
216 MPI_Request_get_status request:r flag:i status:s
217 MPI_Type_create_darray size:i rank:i ndims:i gsizes:i[] distribs:b[] dargs:i[] psizes:i[] order:b oldtype:t newtype:t
218 MPI_Type_create_hindexed count:i blocklengths:i[] displacements:i[] oldtype:t newtype:t
219 MPI_Type_create_hvector count:i blocklength:i stride:i oldtype:t newtype:t
220 MPI_Type_create_indexed_block count:i blocklength:i displacments:i[] oldtype:t newtype:t
221 MPI_Type_create_resized oldtype:t lb:i extent:i newtype:t
222 MPI_Type_create_struct count:i blocklengths:i[] displacements:i[] oldtypes:t[] newtype:t
223 MPI_Type_create_subarray ndims:i sizes:i[] subsizes:i[] starts:i[] order:b oldtype:t newtype:t
224 MPI_Type_get_extent datatype:t lb:i extent:i
225 MPI_Type_get_true_extent datatype:t lb:i extent:i
226 MPI_Unpack_external datarep:z insize:i position.in:i position.out:i outcount:i datatype:t
227 MPI_Win_create_errhandler errhandler:e
228 MPI_Win_get_errhandler win:w errhandler:e
229 MPI_Win_set_errhandler win:w errhandler:e
230 MPI_File_open comm:c filename:z amode:b info:n file:f
231 MPI_File_close file:f
232 MPI_File_delete filename:z info:n
233 MPI_File_set_size file:f size:q
234 MPI_File_preallocate file:f size:q
235 MPI_File_get_size file:f size:q
236 MPI_File_get_group file:f group:g
237 MPI_File_get_amode file:f amode:b
238 MPI_File_set_info file:f info:n
239 MPI_File_get_info file:f info:n
240 MPI_File_set_view file:f offset:q hosttype:t filetype:t datarep:z info:n
241 MPI_File_get_view file:f offset:q hosttype:t filetype:t datarep:z
242 MPI_File_read_at file:f offset:q count:i datatype:t status:s
243 MPI_File_read_at_all file:f offset:q count:i datatype:t status:s
244 MPI_File_write_at file:f offset:q count:i datatype:t status:s
245 MPI_File_write_at_all file:f offset:q count:i datatype:t status:s
246 MPI_File_iread_at file:f offset:q count:i datatype:t request:r
247 MPI_File_iwrite_at file:f offset:q count:i datatype:t request:r
248 MPI_File_read file:f count:i datatype:t status:s
249 MPI_File_read_all file:f count:i datatype:t status:s
250 MPI_File_write file:f count:i datatype:t status:s
251 MPI_File_write_all file:f count:i datatype:t status:s
252 MPI_File_iread file:f count:i datatype:t request:r
253 MPI_File_iwrite file:f count:i datatype:t request:r
254 MPI_File_seek file:f offset:q whence:b
255 MPI_File_get_position file:f offset:q
256 MPI_File_get_byte_offset file:f offset:q bytes:q
257 MPI_File_read_shared file:f count:i datatype:t status:s
258 MPI_File_write_shared file:f count:i datatype:t status:s
259 MPI_File_iread_shared file:f count:i datatype:t request:r
260 MPI_File_iwrite_shared file:f count:i datatype:t request:r
261 MPI_File_read_ordered file:f count:i datatype:t status:s
262 MPI_File_write_ordered file:f count:i datatype:t status:s
263 MPI_File_seek_shared file:f offset:q whence:b
264 MPI_File_get_position_shared file:f offset:q
265 MPI_File_read_at_all_begin file:f offset:q count:i datatype:t
266 MPI_File_read_at_all_end file:f status:s
267 MPI_File_write_at_all_begin file:f offset:q count:i datatype:t
268 MPI_File_write_at_all_end file:f status:s
269 MPI_File_read_all_begin file:f count:i datatype:t
270 MPI_File_read_all_end file:f status:s
271 MPI_File_write_all_begin file:f count:i datatype:t
272 MPI_File_write_all_end file:f status:s
273 MPI_File_read_ordered_begin file:f count:i datatype:t
274 MPI_File_read_ordered_end file:f status:s
275 MPI_File_write_ordered_begin file:f count:i datatype:t
276 MPI_File_write_ordered_end file:f status:s
277 MPI_File_get_type_extent file:f datatype:t extent:i
278 MPI_Register_datarep name:z
279 MPI_File_set_atomicity file:f flag:i
280 MPI_File_get_atomicity file:f flag:i
281 MPI_File_sync file:f
282 MPIO_Test request:r flag:i status:s
283 MPIO_Wait request:r status:s
284 MPIO_Testall count:i requests:r[] flag:i statuses:s
285 MPIO_Waitall count:i requests:r[] statuses:s
286 MPIO_Testany count:i requests:r[] flag:i index:i statuses:s
287 MPIO_Waitany count:i requests:r[] index:i statuses:s
288 MPIO_Waitsome count:i requests:r[] outcount:i indices:i[] statuses:s
289 MPIO_Testsome count:i requests:r[] outcount:i indices:i[] statuses:s
291 Function_enter fn:q
292 Function_exit fn:q
`;
