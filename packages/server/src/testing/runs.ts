/**
 * How many random stories a test plays, or how often it kills at random: a fifth of `all`, which `npm run test:models` does, or as the variable says.
 * @param all - enough for a release
 */
export const runCount = (variable: string, all: number): number =>
  Number(process.env[variable] ?? (process.env['MODELS'] === 'all' ? all : all / 5))
