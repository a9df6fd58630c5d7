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
      // Where Fastify looks for the errors.
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
 * Compiles an endpoint's input check and answer serializer at its first call. Compiling all of them took a third of each start, and after a
 * crash gateways wait for the start.
 */
export const lazyCompilers = { buildValidator, buildSerializer }
