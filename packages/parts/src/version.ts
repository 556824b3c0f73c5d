import facts from '../package.json' with { type: 'json' };

export const weftVersion = facts.version;
