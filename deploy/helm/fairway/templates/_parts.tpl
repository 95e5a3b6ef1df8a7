{{/* Name of all objects: the release's, with the chart's in it. */}}
{{- define "fairway.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 54 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 54 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "fairway.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "fairway.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* By which pods are found: these cannot change. */}}
{{- define "fairway.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .component | default "control-plane" }}
{{- end -}}

{{- define "fairway.labels" -}}
{{ include "fairway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (.Chart.Version | replace "+" "_") }}
{{- end -}}

{{- define "fairway.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (default $.Chart.AppVersion .tag) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Settings as flags. Numbers are whole, and would else be written with an exponent. */}}
{{- define "fairway.flags" -}}
{{- range $flag, $value := . }}
{{- if kindIs "float64" $value }}
- {{ printf "--%s=%d" $flag (int64 $value) | quote }}
{{- else if kindIs "slice" $value }}
- {{ printf "--%s=%s" $flag (join "," $value) | quote }}
{{- else }}
- {{ printf "--%s=%v" $flag $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Where pods run and what they may use, of the control plane or of the wrapper. */}}
{{- define "fairway.scheduling" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The certificate is for each name under which a Service is known. */}}
{{- define "fairway.tlsNames" -}}
{{- $names := list -}}
{{- $domain := get .Values.settings "domain-suffix" | default "cluster.local" -}}
{{- range prepend .Values.service.aliases (include "fairway.name" .) -}}
{{- $inNamespace := printf "%s.$(POD_NAMESPACE)" . -}}
{{- $names = concat $names (list . $inNamespace (printf "%s.svc" $inNamespace) (printf "%s.svc.%s" $inNamespace $domain)) -}}
{{- end -}}
{{- join "," $names -}}
{{- end -}}
