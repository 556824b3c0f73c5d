import type { Reader } from '../reader.ts';
import { readIpmLog } from './read-ipm-log.ts';

/** XML logs of IPM: a profile per rank, with sizes and peers of messages in full logs. */
export const ipmReader: Reader = {
  name: 'ipm',
  title: 'IPM log',
  detect({ head }) {
    const text = Buffer.from(head).toString('latin1');
    return /<ipm_job_profile\b|<task\s[^>]*\bipm_version=/.test(text) ? 'yes' : 'no';
  },
  group: (files) => files.map((file) => [file]),
  read: readIpmLog,
};
