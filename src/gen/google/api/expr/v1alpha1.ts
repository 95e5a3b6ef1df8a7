// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface CheckedExpr {
  readonly referenceMap?: { readonly [key: string]: Reference } | undefined;
  readonly typeMap?: { readonly [key: string]: Type } | undefined;
  readonly expr?: Expr | undefined;
  readonly sourceInfo?: SourceInfo | undefined;
  readonly exprVersion?: string | undefined;
}

export interface Constant {
  readonly nullValue?: "NULL_VALUE" | undefined;
  readonly boolValue?: boolean | undefined;
  readonly int64Value?: number | string | undefined;
  readonly uint64Value?: number | string | undefined;
  readonly doubleValue?: number | undefined;
  readonly stringValue?: string | undefined;
  readonly bytesValue?: string | undefined;
  readonly durationValue?: string | undefined;
  readonly timestampValue?: string | undefined;
}

export interface Expr {
  readonly id?: number | string | undefined;
  readonly constExpr?: Constant | undefined;
  readonly identExpr?: Expr_Ident | undefined;
  readonly selectExpr?: Expr_Select | undefined;
  readonly callExpr?: Expr_Call | undefined;
  readonly listExpr?: Expr_CreateList | undefined;
  readonly structExpr?: Expr_CreateStruct | undefined;
  readonly comprehensionExpr?: Expr_Comprehension | undefined;
}

export interface Expr_Call {
  readonly target?: Expr | undefined;
  readonly function?: string | undefined;
  readonly args?: readonly Expr[] | undefined;
}

export interface Expr_Comprehension {
  readonly iterVar?: string | undefined;
  readonly iterRange?: Expr | undefined;
  readonly accuVar?: string | undefined;
  readonly accuInit?: Expr | undefined;
  readonly loopCondition?: Expr | undefined;
  readonly loopStep?: Expr | undefined;
  readonly result?: Expr | undefined;
  readonly iterVar2?: string | undefined;
}

export interface Expr_CreateList {
  readonly elements?: readonly Expr[] | undefined;
  readonly optionalIndices?: readonly number[] | undefined;
}

export interface Expr_CreateStruct {
  readonly messageName?: string | undefined;
  readonly entries?: readonly Expr_CreateStruct_Entry[] | undefined;
}

export interface Expr_CreateStruct_Entry {
  readonly id?: number | string | undefined;
  readonly fieldKey?: string | undefined;
  readonly mapKey?: Expr | undefined;
  readonly value?: Expr | undefined;
  readonly optionalEntry?: boolean | undefined;
}

export interface Expr_Ident {
  readonly name?: string | undefined;
}

export interface Expr_Select {
  readonly operand?: Expr | undefined;
  readonly field?: string | undefined;
  readonly testOnly?: boolean | undefined;
}

export interface Reference {
  readonly name?: string | undefined;
  readonly overloadId?: readonly string[] | undefined;
  readonly value?: Constant | undefined;
}

export interface SourceInfo {
  readonly syntaxVersion?: string | undefined;
  readonly location?: string | undefined;
  readonly lineOffsets?: readonly number[] | undefined;
  readonly positions?: { readonly [key: string]: number } | undefined;
  readonly macroCalls?: { readonly [key: string]: Expr } | undefined;
  readonly extensions?: readonly SourceInfo_Extension[] | undefined;
}

export interface SourceInfo_Extension {
  readonly id?: string | undefined;
  readonly affectedComponents?: readonly ("COMPONENT_UNSPECIFIED" | "COMPONENT_PARSER" | "COMPONENT_TYPE_CHECKER" | "COMPONENT_RUNTIME")[] | undefined;
  readonly version?: SourceInfo_Extension_Version | undefined;
}

export interface SourceInfo_Extension_Version {
  readonly major?: number | string | undefined;
  readonly minor?: number | string | undefined;
}

export interface Type {
  readonly dyn?: Record<string, never> | undefined;
  readonly null?: "NULL_VALUE" | undefined;
  readonly primitive?: "PRIMITIVE_TYPE_UNSPECIFIED" | "BOOL" | "INT64" | "UINT64" | "DOUBLE" | "STRING" | "BYTES" | undefined;
  readonly wrapper?: "PRIMITIVE_TYPE_UNSPECIFIED" | "BOOL" | "INT64" | "UINT64" | "DOUBLE" | "STRING" | "BYTES" | undefined;
  readonly wellKnown?: "WELL_KNOWN_TYPE_UNSPECIFIED" | "ANY" | "TIMESTAMP" | "DURATION" | undefined;
  readonly listType?: Type_ListType | undefined;
  readonly mapType?: Type_MapType | undefined;
  readonly function?: Type_FunctionType | undefined;
  readonly messageType?: string | undefined;
  readonly typeParam?: string | undefined;
  readonly type?: Type | undefined;
  readonly error?: Record<string, never> | undefined;
  readonly abstractType?: Type_AbstractType | undefined;
}

export interface Type_AbstractType {
  readonly name?: string | undefined;
  readonly parameterTypes?: readonly Type[] | undefined;
}

export interface Type_FunctionType {
  readonly resultType?: Type | undefined;
  readonly argTypes?: readonly Type[] | undefined;
}

export interface Type_ListType {
  readonly elemType?: Type | undefined;
}

export interface Type_MapType {
  readonly keyType?: Type | undefined;
  readonly valueType?: Type | undefined;
}
