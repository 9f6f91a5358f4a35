// The package's own build for browsers, served beside our scripts; as a module it leaves itself on the global object.
declare global {
  var LivekitClient: typeof import('livekit-client');
}

export {};
