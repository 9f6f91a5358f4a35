export interface BundleOptions {
  readonly changed?: (path: string) => string | undefined;
  readonly banner?: string;
}

export declare const mochaCommand: string;
export declare function bundleTests(
  files: readonly string[],
  outdir: string,
  options?: BundleOptions,
): Promise<string[]>;
export declare function bundledName(file: string): string;
