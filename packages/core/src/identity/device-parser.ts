/** "Browser on OS" of a user agent, or null. */
export interface DeviceParser {
  describe(userAgent: string): string | null;
}
