import { readFileSync } from 'node:fs';
import { type ChanceryPorts, operate, type ReplaceableTimeZoneRules, readTimeZoneData } from '@chancery/core';
import { workspace } from '@chancery/core/internal';
import { ConfigurationError } from './configuration-error.ts';

const everySeconds = 60;

/**
 * Chooses the tz data of this process: the newest of what came with the product, what `CHANCERY_TZ_DATA_FILE` names, and
 * what the installation uses (PLT-17). A newer release at a start is announced once; what another process loads is read
 * within a minute.
 */
export function watchTimeZones(
  rules: ReplaceableTimeZoneRules,
  ports: ChanceryPorts,
  file: string | null,
): { prepare(): Promise<void>; start(): void; stop(): Promise<void> } {
  let timer: ReturnType<typeof setInterval> | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const state = await operate(
      ports,
      workspace.ports,
      null,
      ({ timeZoneState }) => timeZoneState.get(),
      'identity',
    );
    if (state !== null && state.data !== null && state.version > rules.version())
      rules.replace(readTimeZoneData(state.data));
  }

  return {
    async prepare() {
      let loaded: string | null = null;
      if (file !== null) {
        const text = readText(file);
        const data = readTimeZoneData(text);
        if (data.version > rules.version()) {
          rules.replace(data);
          loaded = text;
        }
      }
      const own = { version: rules.version(), data: loaded };
      await operate(ports, workspace.ports, null, (work) => workspace.adoptTimeZones(own, work), 'identity');
      await read();
    },
    start() {
      timer = setInterval(() => {
        reading = read().catch((error: unknown) => {
          ports.log.warn(
            { error: String(error) },
            'the tz data could not be read; the next turn tries again',
          );
        });
      }, everySeconds * 1000).unref();
    },
    async stop() {
      clearInterval(timer);
      await reading;
    },
  };
}

function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    readTimeZoneData(text);
    return text;
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : 'It cannot be read.';
    throw new ConfigurationError([`CHANCERY_TZ_DATA_FILE: ${reason}`]);
  }
}
