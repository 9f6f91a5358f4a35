import type { EnginePool } from '@chancery/adapters-engines';
import type { HostFigure } from '@chancery/adapters-http';

/** What the metrics say of the processes that read files of strangers. */
export function engineFigures(engines: Pick<EnginePool, 'status'>): readonly HostFigure[] {
  const one = (name: string, help: string, read: () => number): HostFigure => ({
    name: `chancery_engine_${name}`,
    help,
    label: null,
    read: () => ({ '': read() }),
  });
  return [
    one('processes', 'Processes that read files.', () => engines.status.processes),
    one('tasks_running', 'Files that are being read.', () => engines.status.running),
    one('tasks_waiting', 'Files that wait to be read.', () => engines.status.waiting),
    one('tasks_completed_total', 'Files that were read.', () => engines.status.completed),
    {
      name: 'chancery_engine_tasks_refused_total',
      help: 'Files that were not read, by the limit that they exceeded or by another reason.',
      label: 'reason',
      read: () => ({ ...engines.status.refused }),
    },
  ];
}
