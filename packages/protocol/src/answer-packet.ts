/**
 * An answer that takes a while is a stream of packets, each [kind: u8][length: u32 little-endian][payload]:
 * progress, then tables, then the end; an error may come at any time.
 */
export const packetKinds = { progress: 1, table: 2, error: 3, end: 4 } as const;

export const PACKET_HEADER_BYTES = 5;
