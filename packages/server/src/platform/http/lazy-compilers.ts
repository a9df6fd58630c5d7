import { AjvCompiler, type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

type Validate = ReturnType<ReturnType<BuildCompilerFromPool>>

const buildValidator: BuildCompilerFromPool = (schemas, options) => {
  const compile = AjvCompiler()(schemas, options)
  return (route) => {
    let compiled: Validate | undefined
    const validate = (data: unknown) => {
      compiled ??= compile(route)
      const answer = compiled(data)
      // Where Fastify looks for them.
      lazy.errors = compiled.errors ?? null
      return answer
    }
    const lazy = validate as Validate
    return lazy
  }
}

const buildSerializer: SerializerFactory = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (data: unknown) => (serialize ??= compile(route))(data)
  }
}

/**
 * Compiles the check of an endpoint's input and the writer of its answer at the first call. To compile those of every endpoint took a third of each
 * start, and after a crash gateways wait for the start.
 */
export const lazyCompilers = { buildValidator, buildSerializer }
