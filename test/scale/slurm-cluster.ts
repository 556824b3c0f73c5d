import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PACKAGES = [
  'munge',
  'libmunge2',
  'liblua5.1-0',
  'slurm-client',
  'slurm-wlm-basic-plugins',
  'slurmctld',
  'slurmd',
];
const NODES = ['n1', 'n2', 'n3', 'n4'];
const LIBRARIES = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

export interface SlurmCluster {
  readonly folder: string;
  /** What a process needs to use the cluster. */
  readonly env: Readonly<Record<string, string>>;
  run(command: string, ...args: string[]): string;
  stop(): void;
}

/** Why no cluster can be started here; null where one can. */
export function whyNoSlurm(): string | null {
  if (process.platform !== 'linux') return 'Slurm is for Linux';
  if (process.getuid?.() !== 0) return "Slurm's daemons need root";
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get to fetch Slurm with';
  return null;
}

/** Slurm with four nodes on the loopback, from Debian's packages unpacked into a folder; nothing is installed. */
export async function startSlurm(): Promise<SlurmCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-slurm-'));
  const root = join(folder, 'root');
  unpackSlurm(folder, root);
  for (const name of ['run/munge', 'log', 'spool/ctld', ...NODES.map((node) => `spool/${node}`)]) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  writeFileSync(join(folder, 'slurm.conf'), configuration(folder, root));
  const env = {
    SLURM_CONF: join(folder, 'slurm.conf'),
    LD_LIBRARY_PATH: `${join(root, LIBRARIES, 'slurm-wlm')}:${join(root, LIBRARIES)}`,
    PATH: `${join(root, 'usr/bin')}:${join(root, 'usr/sbin')}:${process.env.PATH}`,
  };
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const cluster = { folder, env, run, stop: () => stopSlurm(folder) };
  try {
    startDaemons(folder, root, run);
    await nodesIdle(run);
    return cluster;
  } catch (error) {
    cluster.stop();
    throw error;
  }
}

function unpackSlurm(folder: string, root: string): void {
  const packages = join(folder, 'packages');
  mkdirSync(packages);
  const download = () =>
    spawnSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd: packages }).status === 0;
  if (!download()) {
    spawnSync('apt-get', ['update', '-qq']);
    if (!download()) throw new Error(`cannot fetch the Debian packages ${PACKAGES.join(' ')}`);
  }
  for (const name of readdirSync(packages)) execFileSync('dpkg', ['-x', join(packages, name), root]);
}

function startDaemons(folder: string, root: string, run: SlurmCluster['run']): void {
  const munge = join(folder, 'run/munge');
  run('mungekey', '-c', '-k', join(munge, 'munge.key'));
  run(
    'munged',
    '--force',
    `--key-file=${munge}/munge.key`,
    `--socket=${munge}/socket`,
    `--pid-file=${munge}/pid`,
    `--log-file=${folder}/log/munged.log`,
    `--seed-file=${munge}/seed`,
  );
  run('slurmctld-wlm', '-c');
  for (const node of NODES) run('slurmd-wlm', '-N', node, '-d', join(root, 'usr/sbin/slurmstepd-wlm'));
}

async function nodesIdle(run: SlurmCluster['run']): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const states = spawnedLines(() => run('sinfo', '-h', '-N', '-p', 'batch', '-o', '%T'));
    if (states.filter((state) => state === 'idle').length === NODES.length) return;
    await sleep(250);
  }
  throw new Error('the nodes of Slurm did not come up');
}

function spawnedLines(run: () => string): string[] {
  try {
    return run().trim().split('\n');
  } catch {
    return [];
  }
}

function stopSlurm(folder: string): void {
  const pids = [...NODES.map((node) => `slurmd-${node}.pid`), 'slurmctld.pid', 'munge/pid'];
  for (const name of pids) {
    const path = join(folder, 'run', name);
    if (!existsSync(path)) continue;
    const pid = Number(readFileSync(path, 'utf8'));
    if (pid > 0) spawnSync('kill', ['-9', String(pid)]);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function configuration(folder: string, root: string): string {
  const host = hostname();
  return `ClusterName=weft
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${folder}/run/munge/socket
CredType=cred/munge
PluginDir=${join(root, LIBRARIES, 'slurm-wlm')}
StateSaveLocation=${folder}/spool/ctld
SlurmdSpoolDir=${folder}/spool/%n
SlurmctldPidFile=${folder}/run/slurmctld.pid
SlurmdPidFile=${folder}/run/slurmd-%n.pid
SlurmctldLogFile=${folder}/log/slurmctld.log
SlurmdLogFile=${folder}/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SwitchType=switch/none
MpiDefault=none
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ReturnToService=2
SlurmdTimeout=20
SlurmctldTimeout=10
KillWait=5
MinJobAge=600
MaxArraySize=4
JobRequeue=1
NodeName=n[1-4] NodeHostname=${host} NodeAddr=127.0.0.1 Port=[16821-16824] CPUs=2 RealMemory=2000 State=UNKNOWN
PartitionName=batch Nodes=n[1-4] Default=YES MaxTime=60 State=UP
PartitionName=tiny Nodes=n1 MaxTime=1 State=UP
`;
}
