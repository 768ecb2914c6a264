import manifest from '../../../package.json' with { type: 'json' }

/** The version of the program, from its package.json. */
export const version = manifest.version
