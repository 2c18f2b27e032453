import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Scripts of this folder that tests run as processes of their own. */
const scripts = ['commands-process', 'migrate', 'horizon-process'] as const

type Script = (typeof scripts)[number]

export const scriptFiles = scripts.map((name) => `test/${name}.ts`)

/** The folder of the compiled scripts, which start in a quarter of the time. */
const compiled = process.env.TEST_SCRIPTS

/** Arguments of Node.js that start a script. */
export const scriptCommand = (name: Script): readonly string[] =>
  compiled === undefined
    ? ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL(`${name}.ts`, import.meta.url))]
    : [join(compiled, `${name}.js`)]
