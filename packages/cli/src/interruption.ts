/**
 * A signal that ends with Ctrl+C, or when the process is asked to end. The second Ctrl+C ends the process at once, as ever.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
