import { type TakenContent, takenContent } from '../../documents/index.ts';

/**
 * What a file is, once it was typed, scanned and inspected; null if that takes so long that the sender should not wait for
 * it, and a job does it again (CFR-13). It refuses as soon as it knows.
 */
export async function contentInTime(...given: Parameters<typeof takenContent>): Promise<TakenContent | null> {
  const [, , { settings }] = given;
  const taking = takenContent(...given);
  // What it says later is nobody's concern.
  taking.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), settings.inspectionSeconds * 1000);
  });
  try {
    return await Promise.race([taking, late]);
  } finally {
    clearTimeout(timer);
  }
}
