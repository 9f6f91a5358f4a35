/**
 * What of ours a file is that can be checked without a server, by how it begins; null for any other.
 * @typedef {'export' | 'proof' | 'release' | 'certificate' | 'evidence' | 'checkpoint'} ProofKind
 */

const longestStart = 65_536;
/** Larger JSON is none of these; an export is read in pieces. */
const longestText = 64 * 1024 * 1024;

/** @param {File} file @returns {Promise<ProofKind | null>} */
export async function kindOf(file) {
  const start = await file.slice(0, longestStart).text();
  if (/^\{[^\n]*"format": ?"chancery-audit-export\//.test(start)) return 'export';
  if (start.startsWith('c2sp.org/tlog-proof@v1\n')) return 'proof';
  if (/^\S+\n\d+\n[A-Za-z0-9+/]{43}=\n\n— /.test(start)) return 'checkpoint';
  return start.trimStart().startsWith('{') && file.size <= longestText ? kindOfJson(await file.text()) : null;
}

/** @param {string} text @returns {ProofKind | null} */
function kindOfJson(text) {
  try {
    const { format, schema, certificateNumber } = JSON.parse(text);
    if (typeof format === 'string' && format.startsWith('chancery.release/')) return 'release';
    if (schema === 'chancery.signing-evidence.v1') return 'evidence';
    return typeof certificateNumber === 'string' && certificateNumber.startsWith('DC-')
      ? 'certificate'
      : null;
  } catch {
    return null;
  }
}
