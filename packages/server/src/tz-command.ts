import { readFileSync } from 'node:fs';
import { operate, readTimeZoneData } from '@chancery/core';
import { workspace } from '@chancery/core/internal';
import { answerCommand, complain, type Given, textOf } from './command-answer.ts';
import type { Environment } from './configuration.ts';

/** The commands `tz load <file>` and `tz show` (PLT-17). */
export async function tzCommand(environment: Environment, name: string, given: Given): Promise<number> {
  if (name === 'tz show')
    return answerCommand(environment, async ({ chancery: { ports } }) => {
      const state = await operate(
        ports,
        workspace.ports,
        null,
        ({ timeZoneState }) => timeZoneState.get(),
        'identity',
      );
      return {
        bundled: ports.timeZones.version(),
        inUse: state?.version ?? ports.timeZones.version(),
        loaded: state !== null && state.data !== null,
      };
    });

  const data = readData(textOf(given.file));
  if ('fault' in data) return complain(2, data.fault);
  return answerCommand(environment, async ({ chancery: { ports } }) => {
    const { version, text } = data;
    const changed = await operate(
      ports,
      workspace.ports,
      null,
      async (work) => {
        // If no server has started yet, the data that comes with the product is in use.
        await work.timeZoneState.take({ version: ports.timeZones.version(), data: null }, work.now);
        return workspace.adoptTimeZones({ version, data: text }, work);
      },
      'identity',
    );
    const state = await operate(
      ports,
      workspace.ports,
      null,
      ({ timeZoneState }) => timeZoneState.get(),
      'identity',
    );
    return { changed, inUse: state?.version ?? version };
  });
}

function readData(
  file: string,
): { readonly version: string; readonly text: string } | { readonly fault: string } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { fault: 'The file cannot be read.' };
  }
  try {
    return { version: readTimeZoneData(text).version, text };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'The file is no tz data.' };
  }
}
