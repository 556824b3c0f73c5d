import { defineTable } from '@weft/model';
import { END_COLUMNS, JOINED_ENDS, linkEnds, type SqlView } from './sql-view.ts';

const hostTraffic: SqlView = {
  schema: defineTable('host_traffic', 'What each host sent and received over its links, by their counters.', {
    host: { kind: 'int32', doc: 'vertex of the host' },
    name: { kind: 'text', optional: true, doc: 'its name' },
    pod: { kind: 'int32', optional: true, doc: 'its pod or group' },
    sent: { kind: 'float64', unit: 'B', doc: 'over links that leave it' },
    received: { kind: 'float64', unit: 'B', doc: 'over links that enter it' },
  }),
  sql: `
    WITH carried AS (SELECT link, sum(value) AS bytes FROM counters WHERE metric = {traffic} GROUP BY link),
      ends AS (
        SELECT links.src AS host, carried.bytes AS sent, 0 AS received
        FROM links JOIN carried ON carried.link = links.id
        UNION ALL
        SELECT links.dst AS host, 0 AS sent, carried.bytes AS received
        FROM links JOIN carried ON carried.link = links.id
      ),
      sums AS (SELECT host, sum(sent) AS sent, sum(received) AS received FROM ends GROUP BY host)
    SELECT vertices.id AS host, vertices.name, vertices.pod, coalesce(sums.sent, 0) AS sent,
      coalesce(sums.received, 0) AS received
    FROM vertices LEFT JOIN sums ON sums.host = vertices.id WHERE vertices.kind = 'host'`,
};

const switchPairs: SqlView = {
  schema: defineTable(
    'switch_pairs',
    'Messages by the first switches of their hosts, which are racks in many rooms: who talks with whom.',
    {
      src: { kind: 'int32', doc: 'switch of the sending host; of several the one with the lowest id' },
      dst: { kind: 'int32', doc: 'switch of the receiving host; the same one = they stay below it' },
      src_name: { kind: 'text', optional: true, doc: 'name of src' },
      dst_name: { kind: 'text', optional: true, doc: 'name of dst' },
      messages: { kind: 'int64', unit: 'count', doc: 'messages between ranks on such hosts' },
      bytes: { kind: 'int64', unit: 'B', doc: 'their payload' },
    },
  ),
  sql: `
    WITH first_switch AS (SELECT src AS host, min(dst) AS switch FROM links GROUP BY src),
      places AS (
        SELECT ranks.job, ranks.rank, first_switch.switch
        FROM ranks JOIN first_switch ON first_switch.host = ranks.host
      ),
      sums AS (
        SELECT s.switch AS src, d.switch AS dst, CAST(sum(m."count") AS BIGINT) AS messages,
          CAST(sum(m.bytes) AS BIGINT) AS bytes
        FROM messages m JOIN places s ON s.job = m.job AND s.rank = m.src
        JOIN places d ON d.job = m.job AND d.rank = m.dst GROUP BY s.switch, d.switch
      )
    SELECT sums.src, sums.dst, vs.name AS src_name, vd.name AS dst_name, sums.messages, sums.bytes
    FROM sums LEFT JOIN vertices vs ON vs.id = sums.src LEFT JOIN vertices vd ON vd.id = sums.dst`,
};

const linkFaults: SqlView = {
  schema: defineTable(
    'link_faults',
    'Links that counted errors, lost packets or went down, and their hosts.',
    {
      ...linkEnds,
      metric: { kind: 'text', doc: 'a metric of the manifest' },
      amount: { kind: 'float64', doc: 'sum of its samples' },
      host: { kind: 'text', optional: true, doc: 'name of the host at one end; NULL = between switches' },
    },
  ),
  sql: `
    WITH faults AS (
      SELECT link, metric, sum(value) AS amount FROM counters
      WHERE metric LIKE '%error%' OR metric LIKE '%dropped' OR metric LIKE '%discard%'
        OR metric IN ('link_downed', 'link_recoveries', 'buffer_overruns')
      GROUP BY link, metric HAVING sum(value) > 0
    )
    SELECT ${END_COLUMNS}, faults.metric, faults.amount,
      CASE WHEN s.kind = 'host' THEN s.name WHEN d.kind = 'host' THEN d.name END AS host
    FROM faults JOIN links ON links.id = faults.link ${JOINED_ENDS}`,
};

/** Questions of who runs a data centre. */
export const dataCentreViews: readonly SqlView[] = [hostTraffic, switchPairs, linkFaults];
