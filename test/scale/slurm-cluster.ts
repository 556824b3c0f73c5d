import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-ports.ts';
import { daemonOf, endProcess, processesOf } from './slurm-processes.ts';

const PACKAGES = [
  'munge',
  'libmunge2',
  'liblua5.1-0',
  'libhwloc15',
  'libnuma1',
  'libjson-c5',
  'libyaml-0-2',
  'slurm-client',
  'slurm-wlm-basic-plugins',
  'slurmctld',
  'slurmd',
];
const KEPT = join(homedir(), '.cache/weft-slurm');
const NODES = ['n1', 'n2', 'n3', 'n4'];
const LIBRARIES = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

export interface SlurmCluster {
  readonly folder: string;
  /** What a process needs to use the cluster. */
  readonly env: Readonly<Record<string, string>>;
  run(command: string, ...args: string[]): string;
  /** A node that loses power: its daemon and all that runs on it end at once. */
  killNode(node: string): void;
  /** Ends the daemon of a node only: its tasks live on, and the controller does not know. */
  killDaemon(node: string): void;
  startNode(node: string): void;
  stop(): void;
}

interface SlurmSettings {
  /** Small unless told, so that work becomes several arrays. */
  readonly MaxArraySize?: number;
}

/** Why no cluster can be started here; null where one can. */
export function whyNoSlurm(): string | null {
  if (process.platform !== 'linux') return 'Slurm is for Linux';
  if (process.getuid?.() !== 0) return "Slurm's daemons need root";
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get to fetch Slurm with';
  return fetchPackages() ? null : `cannot fetch the Debian packages ${PACKAGES.join(' ')}`;
}

/** Slurm with four nodes on the loopback, from Debian's packages unpacked into a folder; nothing is installed. */
export async function startSlurm(settings: SlurmSettings = {}): Promise<SlurmCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-slurm-'));
  const root = join(folder, 'root');
  unpackSlurm(root);
  for (const name of ['run/munge', 'log', 'spool/ctld', ...NODES.map((node) => `spool/${node}`)]) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  const ports = await freePorts(1 + NODES.length);
  writeFileSync(join(folder, 'slurm.conf'), configuration(folder, root, ports, settings));
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
  const startNode = (node: string) =>
    run('slurmd-wlm', '-N', node, '-d', join(root, 'usr/sbin/slurmstepd-wlm'));
  const cluster = {
    folder,
    env,
    run,
    killNode: (node: string) => processesOf(folder, node).forEach(endProcess),
    killDaemon: (node: string) => endProcess(daemonOf(folder, node)),
    startNode,
    stop: () => stopSlurm(folder),
  };
  try {
    startController(folder, run);
    NODES.forEach(startNode);
    await nodesIdle(run);
    return cluster;
  } catch (error) {
    cluster.stop();
    throw error;
  }
}

/** They are kept: without a network, those of an earlier time do. */
function fetchPackages(): boolean {
  if (existsSync(KEPT)) return true;
  mkdirSync(join(KEPT, '..'), { recursive: true });
  const folder = mkdtempSync(`${KEPT}-`);
  const download = () => spawnSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd: folder }).status === 0;
  if (!download()) {
    spawnSync('apt-get', ['update', '-qq']);
    if (!download()) {
      rmSync(folder, { recursive: true });
      return false;
    }
  }
  keep(folder);
  return true;
}

/** Another file of tests may have fetched them meanwhile. */
function keep(folder: string): void {
  try {
    renameSync(folder, KEPT);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!existsSync(KEPT)) throw error;
  }
}

function unpackSlurm(root: string): void {
  for (const name of readdirSync(KEPT)) execFileSync('dpkg', ['-x', join(KEPT, name), root]);
}

function startController(folder: string, run: SlurmCluster['run']): void {
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
  for (const node of NODES) processesOf(folder, node).forEach(endProcess);
  for (const name of ['slurmctld.pid', 'munge/pid']) {
    const path = join(folder, 'run', name);
    if (existsSync(path)) endProcess(Number(readFileSync(path, 'utf8')));
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function configuration(
  folder: string,
  root: string,
  [controllerPort, ...nodePorts]: readonly number[],
  { MaxArraySize = 4 }: SlurmSettings,
): string {
  const host = hostname();
  const nodes = NODES.map(
    (node, at) =>
      `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${nodePorts[at]} CPUs=2 RealMemory=2000 State=UNKNOWN`,
  );
  return `ClusterName=weft
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controllerPort}
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
SlurmdTimeout=6
SlurmctldTimeout=10
BatchStartTimeout=2
MessageTimeout=5
KillWait=5
MinJobAge=600
MaxArraySize=${MaxArraySize}
JobRequeue=1
${nodes.join('\n')}
PartitionName=batch Nodes=n[1-4] Default=YES MaxTime=60 State=UP
PartitionName=tiny Nodes=n1 MaxTime=1 State=UP
`;
}
