const request = "%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %PROTOCOL%";
const outcome = "%RESPONSE_CODE% %RESPONSE_FLAGS% %RESPONSE_CODE_DETAILS% %CONNECTION_TERMINATION_DETAILS%";
const amounts = "%BYTES_RECEIVED% %BYTES_SENT% %DURATION% %RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)%";
const headers = '"%REQ(X-FORWARDED-FOR)%" "%REQ(USER-AGENT)%" "%REQ(X-REQUEST-ID)%" "%REQ(:AUTHORITY)%"';
const upstream = '"%UPSTREAM_HOST%" %UPSTREAM_CLUSTER_RAW% %UPSTREAM_LOCAL_ADDRESS%';
const downstream = "%DOWNSTREAM_LOCAL_ADDRESS% %DOWNSTREAM_REMOTE_ADDRESS% %REQUESTED_SERVER_NAME%";

/** A line of the mesh's own access log; dashboards and scripts read it, so it is Istio's to the letter. */
export const textLogFormat = `[%START_TIME%] "${request}" ${outcome} "%UPSTREAM_TRANSPORT_FAILURE_REASON%" ${amounts} ${headers} ${upstream} ${downstream} %ROUTE_NAME%\n`;

/** The same as fields of a JSON object. */
export const jsonLogFormat: { readonly [field: string]: string } = {
  start_time: "%START_TIME%",
  route_name: "%ROUTE_NAME%",
  method: "%REQ(:METHOD)%",
  path: "%REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%",
  protocol: "%PROTOCOL%",
  response_code: "%RESPONSE_CODE%",
  response_flags: "%RESPONSE_FLAGS%",
  response_code_details: "%RESPONSE_CODE_DETAILS%",
  connection_termination_details: "%CONNECTION_TERMINATION_DETAILS%",
  bytes_received: "%BYTES_RECEIVED%",
  bytes_sent: "%BYTES_SENT%",
  duration: "%DURATION%",
  upstream_service_time: "%RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)%",
  x_forwarded_for: "%REQ(X-FORWARDED-FOR)%",
  user_agent: "%REQ(USER-AGENT)%",
  request_id: "%REQ(X-REQUEST-ID)%",
  authority: "%REQ(:AUTHORITY)%",
  upstream_host: "%UPSTREAM_HOST%",
  upstream_cluster: "%UPSTREAM_CLUSTER_RAW%",
  upstream_local_address: "%UPSTREAM_LOCAL_ADDRESS%",
  downstream_local_address: "%DOWNSTREAM_LOCAL_ADDRESS%",
  downstream_remote_address: "%DOWNSTREAM_REMOTE_ADDRESS%",
  requested_server_name: "%REQUESTED_SERVER_NAME%",
  upstream_transport_failure_reason: "%UPSTREAM_TRANSPORT_FAILURE_REASON%",
};
